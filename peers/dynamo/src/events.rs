//! `events`: how fast Stored and Removed events are applied.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::sync::{Arc, Barrier};
use std::time::Instant;

use dynamo_kv_router::indexer::{KvIndexerInterface, SyncIndexer, WorkerTask};
use dynamo_kv_router::protocols::{
    ExternalSequenceBlockHash, KvCacheEventData, LocalBlockHash, RouterEvent, StorageTier,
    WorkerWithDpRank,
};
use dynamo_kv_router::{ConcurrentRadixTreeCompressed, LowerTierIndexer, ThreadPoolIndexer};
use rustc_hash::FxHashMap;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::chain::{Prompt, Random, mix, removed};
use crate::stats::{median, minimum, round3};
use crate::{Args, emit, runtime};

const WORKERS: u64 = 128;

/// One worker's cache: least recently used, leaves before their parents.
#[derive(Default)]
struct Cache {
    resident: FxHashMap<ExternalSequenceBlockHash, (u64, usize)>,
    order: BTreeSet<(u64, Reverse<usize>, ExternalSequenceBlockHash)>,
}

impl Cache {
    /// Blocks of `prompt` from the root that are resident.
    fn held(&self, prompt: &Prompt) -> usize {
        prompt.sequence.iter().take_while(|hash| self.resident.contains_key(hash)).count()
    }

    fn touch(&mut self, prompt: &Prompt, now: u64) {
        for (depth, &hash) in prompt.sequence.iter().enumerate() {
            if let Some((used, depth)) = self.resident.insert(hash, (now, depth)) {
                self.order.remove(&(used, Reverse(depth), hash));
            }
            self.order.insert((now, Reverse(depth), hash));
        }
    }

    fn evict_to(&mut self, capacity: usize) -> Vec<ExternalSequenceBlockHash> {
        let mut evicted = Vec::new();
        while self.resident.len() > capacity {
            let (_, _, hash) = self.order.pop_first().expect("a resident block is ordered");
            self.resident.remove(&hash);
            evicted.push(hash);
        }
        evicted
    }
}

struct Stream {
    name: String,
    requests: usize,
    events: Vec<RouterEvent>,
    stored_blocks: usize,
    removed_blocks: usize,
    caches: Vec<Cache>,
    samples: Vec<Prompt>,
}

/// Runs each `(worker, prompt)` through that worker's cache and keeps the
/// events an engine would publish.
fn simulate(
    name: String,
    capacity: usize,
    requests: impl Iterator<Item = (u64, Vec<LocalBlockHash>)>,
) -> Stream {
    let mut stream = Stream {
        name,
        requests: 0,
        events: Vec::new(),
        stored_blocks: 0,
        removed_blocks: 0,
        caches: (0..WORKERS).map(|_| Cache::default()).collect(),
        samples: Vec::new(),
    };
    for (worker_id, mut local) in requests {
        local.truncate(capacity);
        let prompt = Prompt::from_local(local);
        let worker = WorkerWithDpRank::from_worker_id(worker_id);
        let cache = &mut stream.caches[worker_id as usize];
        let held = cache.held(&prompt);
        cache.touch(&prompt, stream.requests as u64);
        if held < prompt.len() {
            stream.stored_blocks += prompt.len() - held;
            let event = prompt.stored(worker, StorageTier::Device, held, prompt.len());
            stream.events.push(event);
        }
        let evicted = cache.evict_to(capacity);
        if !evicted.is_empty() {
            stream.removed_blocks += evicted.len();
            stream.events.push(removed(worker, StorageTier::Device, evicted));
        }
        if stream.requests.is_multiple_of(61) {
            stream.samples.push(prompt);
        }
        stream.requests += 1;
    }
    stream
}

/// 64 system prefixes of 64 blocks, 16 conversations under each growing by 32
/// blocks a turn to at most 128, and a tail of 32 blocks of each request's own.
fn synthetic() -> Stream {
    let mut random = Random(11);
    let mut turns: FxHashMap<(u64, u64), u64> = FxHashMap::default();
    let requests = (0..12_800u64).map(|request| {
        let worker = random.below(WORKERS);
        let group = random.below(64).min(random.below(64));
        let conversation = random.below(16);
        let turn = turns.entry((group, conversation)).or_default();
        *turn = (*turn + 1).min(4);
        let block = |kind: u64, id: u64, i: u64| LocalBlockHash(mix(kind << 56 | id << 24 | i));
        let local = (0..64)
            .map(|i| block(1, group, i))
            .chain((0..*turn * 32).map(|i| block(2, group * 16 + conversation, i)))
            .chain((0..32).map(|i| block(3, request, i)))
            .collect();
        (worker, local)
    });
    simulate("synthetic".to_string(), 4096, requests)
}

#[derive(Deserialize)]
struct TraceLine {
    hash_ids: Vec<u64>,
}

/// The Mooncake conversation trace, each 512-token hash id as `expand` blocks.
/// A request goes to the worker that its second hash id names, which keeps the
/// turns of one conversation together.
fn mooncake(trace: &str, expand: u64) -> Stream {
    let file = std::fs::File::open(trace).unwrap_or_else(|error| {
        panic!("{trace}: {error}; give the conversation trace with --trace FILE")
    });
    let lines: Vec<TraceLine> = BufReader::new(file)
        .lines()
        .map(|line| serde_json::from_str(&line.expect("trace line")).expect("trace JSON"))
        .collect();
    let requests = lines.into_iter().filter(|line| !line.hash_ids.is_empty()).map(|line| {
        let ids = line.hash_ids;
        let worker = mix(ids[1.min(ids.len() - 1)]) % WORKERS;
        let local = ids
            .iter()
            .flat_map(|id| (0..expand).map(move |i| LocalBlockHash(mix(id * 64 + i + 1))))
            .collect();
        (worker, local)
    });
    let name = format!("mooncake conversation, {} tokens per block", 512 / expand);
    simulate(name, 512 * expand as usize, requests)
}

fn retier(events: &[RouterEvent], tier: StorageTier) -> Vec<RouterEvent> {
    let mut events = events.to_vec();
    for event in &mut events {
        event.storage_tier = tier;
    }
    events
}

/// Wall time and the processor time of every thread of this process, seconds.
struct Spent {
    wall: f64,
    cpu: f64,
}

struct Stopwatch {
    wall: Instant,
    cpu: f64,
}

impl Stopwatch {
    fn start() -> Self {
        Self { cpu: process_cpu_seconds(), wall: Instant::now() }
    }

    fn stop(self) -> Spent {
        Spent { wall: self.wall.elapsed().as_secs_f64(), cpu: process_cpu_seconds() - self.cpu }
    }
}

fn process_cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    let code = unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &mut time) };
    assert_eq!(code, 0, "process clock");
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// From the first enqueue to the flush of every event thread.
fn pool_round<T: SyncIndexer>(pool: &ThreadPoolIndexer<T>, events: Vec<RouterEvent>) -> Spent {
    let runtime = runtime();
    let watch = Stopwatch::start();
    for event in events {
        pool.enqueue_event(event).expect("enqueue");
    }
    runtime.block_on(pool.flush_and_wait()).expect("flush");
    watch.stop()
}

/// Draining queues filled beforehand: the event threads alone, with ranks
/// dealt to threads in the pool's way.
fn drain_round<T: SyncIndexer>(backend: T, threads: usize, events: Vec<RouterEvent>) -> Spent {
    let backend = Arc::new(backend);
    let lanes: Vec<_> = (0..threads).map(|_| flume::unbounded::<WorkerTask>()).collect();
    let mut assigned: FxHashMap<WorkerWithDpRank, usize> = FxHashMap::default();
    for event in events {
        let next = assigned.len() % threads;
        let worker = WorkerWithDpRank::new(event.worker_id, event.event.dp_rank);
        let lane = *assigned.entry(worker).or_insert(next);
        lanes[lane].0.send(WorkerTask::Event(event)).expect("lane");
    }
    let barrier = Arc::new(Barrier::new(threads + 1));
    let mut handles = Vec::new();
    let mut drained = Vec::new();
    for (sender, receiver) in &lanes {
        let (acknowledge, acknowledged) = tokio::sync::oneshot::channel();
        sender.send(WorkerTask::Flush(acknowledge)).expect("lane");
        sender.send(WorkerTask::Terminate).expect("lane");
        drained.push(acknowledged);
        let (backend, barrier, receiver) = (backend.clone(), barrier.clone(), receiver.clone());
        handles.push(std::thread::spawn(move || {
            barrier.wait();
            backend.worker(receiver, None).expect("event thread");
        }));
    }
    let watch = Stopwatch::start();
    barrier.wait();
    for acknowledged in drained {
        acknowledged.blocking_recv().expect("flush");
    }
    let spent = watch.stop();
    for handle in handles {
        handle.join().expect("event thread");
    }
    spent
}

/// Compares the index with the simulated caches: resident blocks in all, and
/// the root prefix of each sampled prompt on each worker.
fn check<T: SyncIndexer>(pool: &ThreadPoolIndexer<T>, stream: &Stream) -> Value {
    let dumped = runtime().block_on(pool.dump_events()).expect("dump");
    let dumped_blocks: usize = dumped
        .iter()
        .map(|event| match &event.event.data {
            KvCacheEventData::Stored(stored) => stored.blocks.len(),
            _ => 0,
        })
        .sum();
    let resident_blocks: usize = stream.caches.iter().map(|cache| cache.resident.len()).sum();
    let mut compared = 0;
    let mut differing = 0;
    for prompt in &stream.samples {
        let scores = pool.backend().find_matches(&prompt.local, false).scores;
        for (worker_id, cache) in stream.caches.iter().enumerate() {
            let worker = WorkerWithDpRank::from_worker_id(worker_id as u64);
            let score = scores.get(&worker).copied().unwrap_or(0) as usize;
            compared += 1;
            differing += usize::from(score != cache.held(prompt));
        }
    }
    json!({
        "resident_blocks": resident_blocks,
        "dumped_blocks": dumped_blocks,
        "prefixes_compared": compared,
        "prefixes_differing": differing,
    })
}

fn bench<T: SyncIndexer>(
    index: &str,
    tier: StorageTier,
    new: impl Fn() -> T,
    stream: &Stream,
    rounds: usize,
) {
    let events = retier(&stream.events, tier);
    let blocks = stream.stored_blocks + stream.removed_blocks;
    for threads in [1, 2] {
        let mut checked = Value::Null;
        let mut pooled = Vec::new();
        let mut drained = Vec::new();
        for round in 0..rounds {
            let pool = ThreadPoolIndexer::new(new(), threads, 16);
            pooled.push(pool_round(&pool, events.clone()));
            if round == 0 {
                checked = check(&pool, stream);
            }
            drop(pool);
            drained.push(drain_round(new(), threads, events.clone()));
        }
        let rates = |rounds: &[Spent]| {
            let rate = |seconds: f64| (blocks as f64 / seconds).round();
            let wall: Vec<f64> = rounds.iter().map(|spent| spent.wall).collect();
            let cpu: Vec<f64> = rounds.iter().map(|spent| spent.cpu).collect();
            json!({
                "best": rate(minimum(&wall)),
                "median": rate(median(wall.clone())),
                "per_cpu_second_best": rate(minimum(&cpu)),
                "per_cpu_second_median": rate(median(cpu.clone())),
                "wall_seconds": wall.into_iter().map(round3).collect::<Vec<_>>(),
                "cpu_seconds": cpu.into_iter().map(round3).collect::<Vec<_>>(),
            })
        };
        emit(json!({
            "kind": "events",
            "index": index,
            "stream": stream.name,
            "workers": WORKERS,
            "event_threads": threads,
            "requests": stream.requests,
            "events": events.len(),
            "stored_blocks": stream.stored_blocks,
            "removed_blocks": stream.removed_blocks,
            "rounds": rounds,
            "unit": "blocks/s",
            "pool": rates(&pooled),
            "drain": rates(&drained),
            "check": checked,
        }));
    }
}

pub fn run(args: &Args) {
    let rounds = args.number("rounds", 5);
    let trace = args.text("trace").unwrap_or("conversation_trace.jsonl");
    let only = args.text("only");
    let builders: [(&str, &dyn Fn() -> Stream); 3] = [
        ("synthetic", &synthetic),
        ("mooncake512", &|| mooncake(trace, 1)),
        ("mooncake16", &|| mooncake(trace, 32)),
    ];
    for (key, build) in builders {
        if only.is_some_and(|only| only != key) {
            continue;
        }
        let stream = build();
        bench(
            "device ConcurrentRadixTreeCompressed",
            StorageTier::Device,
            ConcurrentRadixTreeCompressed::new,
            &stream,
            rounds,
        );
        bench(
            "lower-tier LowerTierIndexer",
            StorageTier::HostPinned,
            LowerTierIndexer::new,
            &stream,
            rounds,
        );
    }
}
