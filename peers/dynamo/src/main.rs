//! The published `dynamo-kv-router` 1.6.1: figures of its indexes and its selection, and answers to a
//! stream of events and queries. See README.md.

mod alloc;
mod chain;
mod device_match;
mod events;
mod inventories;
mod replay;
mod selection;
mod stats;

use std::collections::HashMap;
use std::process::ExitCode;

use serde_json::{Value, json};

#[global_allocator]
static ALLOCATOR: alloc::Counting = alloc::Counting;

const USAGE: &str =
    "kvproof-dynamo inventories|selection|events|device-match|replay [--option value]...";

/// `--name value` options and bare flags.
pub struct Args {
    options: HashMap<String, String>,
}

const FLAGS: [&str; 4] = ["acks", "nonzero", "log", "stages"];
const OPTIONS: [&str; 8] =
    ["rounds", "millis", "min-calls", "only", "first", "trace", "device", "threads"];

impl Args {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut options = HashMap::new();
        while let Some(word) = words.next() {
            let name = word.strip_prefix("--").unwrap_or_default();
            let value = if FLAGS.contains(&name) {
                String::new()
            } else if OPTIONS.contains(&name) {
                words.next().ok_or(format!("{word} needs a value"))?
            } else {
                return Err(format!("unknown argument {word}"));
            };
            options.insert(name.to_string(), value);
        }
        Ok(Self { options })
    }

    pub fn text(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    pub fn flag(&self, name: &str) -> bool {
        self.options.contains_key(name)
    }

    pub fn number(&self, name: &str, default: usize) -> usize {
        self.text(name).map_or(default, |text| {
            text.parse().unwrap_or_else(|_| panic!("--{name} {text}: not a number"))
        })
    }
}

pub fn emit(line: Value) {
    println!("{line}");
}

/// The processors that this process may use, as the system lists them.
fn allowed_cpus() -> Option<String> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:"))?;
    Some(line.trim().to_string())
}

pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().build().expect("tokio runtime")
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let Some(command) = words.next() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let args = match Args::parse(words) {
        Ok(args) => args,
        Err(why) => {
            eprintln!("{why}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    if command != "replay" {
        emit(json!({
            "kind": "start",
            "command": command,
            "empty_sample_ns": stats::clock_overhead_ns(),
            "crate": "dynamo-kv-router 1.6.1",
            "load_average": std::fs::read_to_string("/proc/loadavg").ok(),
            "cpus": allowed_cpus(),
        }));
    }
    match command.as_str() {
        "inventories" => inventories::run(&args),
        "events" => events::run(&args),
        "device-match" => device_match::run(&args),
        "selection" => selection::run(&args),
        "replay" => {
            if !replay::run(&args) {
                return ExitCode::FAILURE;
            }
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}
