//! `device-match`: device-tier match latency.

use std::time::Duration;

use dynamo_kv_router::protocols::{LocalBlockHash, StorageTier, WorkerWithDpRank};
use dynamo_kv_router::{ConcurrentRadixTreeCompressed, ThreadPoolIndexer};
use serde_json::json;

use crate::alloc;
use crate::chain::{Prompt, Random, mix};
use crate::stats::{Plan, measure, round3};
use crate::{Args, emit, runtime};

const FORK: usize = 64;

#[derive(Clone, Copy, PartialEq)]
enum Shape {
    /// Every worker holds the whole prompt: one compressed edge.
    Full,
    /// Worker `i` of `W` holds the first `(i + 1) / W` of the prompt.
    Staggered,
    /// As staggered, and every 64 blocks a sibling chain forks off, so the
    /// prompt's path runs over one node per 64 blocks.
    Forked,
}

fn build(
    shape: Shape,
    blocks: usize,
    workers: u64,
) -> (ThreadPoolIndexer<ConcurrentRadixTreeCompressed>, Prompt) {
    let prompt = Prompt::new(blocks, 3);
    let pool = ThreadPoolIndexer::new(ConcurrentRadixTreeCompressed::new(), 1, 16);
    let runtime = runtime();
    let apply = |event| runtime.block_on(pool.apply_event_and_wait(event)).expect("store");
    if shape == Shape::Forked {
        let mut from = FORK;
        while from < blocks {
            let fork = |i: u64| LocalBlockHash(mix(0xf0_0000_0000 + from as u64 * 64 + i));
            let local = prompt.local[..from].iter().copied().chain((0..8).map(fork));
            let sibling = Prompt::from_local(local.collect());
            let owner = WorkerWithDpRank::from_worker_id(from as u64 / FORK as u64 % workers);
            apply(sibling.stored(owner, StorageTier::Device, 0, sibling.len()));
            from += FORK;
        }
    }
    let mut order: Vec<u64> = (0..workers).collect();
    let mut random = Random(5);
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i as u64 + 1) as usize);
    }
    for worker in order {
        let held = match shape {
            Shape::Full => blocks,
            Shape::Staggered | Shape::Forked => {
                (blocks as u64 * (worker + 1) / workers).max(1) as usize
            }
        };
        let owner = WorkerWithDpRank::from_worker_id(worker);
        apply(prompt.stored(owner, StorageTier::Device, 0, held));
    }
    (pool, prompt)
}

pub fn run(args: &Args) {
    let plan = Plan {
        rounds: args.number("rounds", 5),
        budget: Duration::from_millis(args.number("millis", 250) as u64),
        min_calls: args.number("min-calls", 100),
        max_calls: 50_000,
    };
    for (name, shape) in
        [("full", Shape::Full), ("staggered", Shape::Staggered), ("forked", Shape::Forked)]
    {
        for blocks in [256, 2048, 8192] {
            for workers in [8, 128, 1024] {
                let (pool, prompt) = build(shape, blocks, workers);
                let index = pool.backend();
                let scores = index.find_matches_impl(&prompt.local, false).scores;
                let deepest = scores.values().copied().max().unwrap_or(0);
                let wrong = (0..workers)
                    .filter(|&worker| {
                        let held = (blocks as u64 * (worker + 1) / workers).max(1);
                        // A fork's owner holds at least the fork's own prefix.
                        let forks = (1..blocks.div_ceil(FORK) as u64)
                            .filter(|fork| shape == Shape::Forked && fork % workers == worker)
                            .map(|fork| fork * FORK as u64)
                            .max()
                            .unwrap_or(0);
                        let expected =
                            if shape == Shape::Full { blocks as u64 } else { held.max(forks) };
                        let owner = WorkerWithDpRank::from_worker_id(worker);
                        scores.get(&owner).copied().unwrap_or(0) as u64 != expected
                    })
                    .count();
                let details =
                    || index.find_match_details_impl_with_options(&prompt.local, false, true);
                let scores_only = measure(plan, || index.find_matches_impl(&prompt.local, false));
                let with_details = measure(plan, details);
                let (calls, bytes) = alloc::per_call(10, details);
                emit(json!({
                    "kind": "device-match",
                    "index": "device ConcurrentRadixTreeCompressed",
                    "shape": name,
                    "blocks": blocks,
                    "workers": workers,
                    "matched_workers": scores.len(),
                    "deepest": deepest,
                    "wrong_scores": wrong,
                    "unit": "us",
                    "scores": scores_only.json(),
                    "details_with_chain": with_details.json(),
                    "details_allocations": round3(calls),
                    "details_allocated_bytes": round3(bytes),
                }));
            }
        }
    }
}
