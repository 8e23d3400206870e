//! `inventories`: look-up in the lower tiers, the candidates of it, and a source for every target,
//! over the fifteen inventories; each is compared with the plain inventory before it is timed.

mod expected;
mod index;
mod shapes;

use std::time::Duration;

use serde_json::json;

use crate::alloc;
use crate::stats::{Plan, measure, noise, round3};
use crate::{Args, emit};

pub fn run(args: &Args) {
    let plan = Plan {
        rounds: args.number("rounds", 5),
        budget: Duration::from_millis(args.number("millis", 400) as u64),
        min_calls: args.number("min-calls", 100),
        max_calls: 50_000,
    };
    let only = args.text("only");
    let mut fixtures = shapes::all();
    let first = args.number("first", 1).clamp(1, fixtures.len());
    fixtures.rotate_left(first - 1);
    for fixture in fixtures {
        if only.is_some_and(|only| !fixture.title().contains(only)) {
            continue;
        }
        let filled = index::fill(&fixture);
        let checked =
            expected::check(&filled).unwrap_or_else(|why| panic!("{}: {why}", fixture.title()));
        let targets = filled.inventory.targets.len();
        let noise = noise(Duration::from_millis(50));
        let operation = measure(plan, || filled.combined(targets));
        let (allocations, allocated) = alloc::per_call(10, || filled.combined(targets));
        let mut line = json!({
            "kind": "inventory",
            "number": fixture.number,
            "title": fixture.title(),
            "unit": "us",
            "operation": operation.json(),
            "noise": noise.json(),
            "allocations_per_call": round3(allocations),
            "allocated_bytes_per_call": round3(allocated),
            "result": checked,
        });
        if args.flag("stages") {
            line["stages"] = json!({
                "one_target": measure(plan, || filled.combined(1)).json(),
                "lookup_with_chain": measure(plan, || filled.query(true)).json(),
                "lookup_hits_only": measure(plan, || filled.query(false)).json(),
            });
        }
        emit(line);
    }
}
