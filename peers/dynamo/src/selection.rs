//! `selection`: worker selection latency, on the fixture of the crate's own
//! `worker_selection` bench.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use dynamo_kv_router::protocols::{
    RoutingConstraints, WorkerConfigLike, WorkerId, WorkerWithDpRank,
};
use dynamo_kv_router::scheduling::{OverlapSignals, ScheduleMode};
use dynamo_kv_router::{
    DefaultWorkerSelector, KvRouterConfig, SchedulingRequest, WorkerLoadProjection,
    WorkerSelectionInput, WorkerSelectionPolicy, WorkerSelector,
};
use rustc_hash::FxHashMap;
use serde_json::json;

use crate::alloc;
use crate::stats::{Plan, measure, round3};
use crate::{Args, emit};

#[derive(Default)]
struct Config {
    taints: HashSet<String>,
}

impl WorkerConfigLike for Config {
    fn data_parallel_start_rank(&self) -> u32 {
        0
    }

    fn data_parallel_size(&self) -> u32 {
        1
    }

    fn max_num_batched_tokens(&self) -> Option<u64> {
        None
    }

    fn total_kv_blocks(&self) -> Option<u64> {
        Some(131_072)
    }

    fn taints(&self) -> &HashSet<String> {
        &self.taints
    }
}

fn fixture(worker_count: u64) -> (HashMap<WorkerId, Config>, SchedulingRequest) {
    let mut workers = HashMap::new();
    let mut effective_overlap_blocks = FxHashMap::default();
    let mut effective_cached_tokens = FxHashMap::default();
    let mut worker_loads = FxHashMap::default();
    for worker_id in 0..worker_count {
        let worker = WorkerWithDpRank::from_worker_id(worker_id);
        let cached_tokens = (worker_id as usize % 32) * 64;
        workers.insert(worker_id, Config::default());
        effective_overlap_blocks.insert(worker, cached_tokens as f64 / 16.0);
        effective_cached_tokens.insert(worker, cached_tokens);
        worker_loads.insert(
            worker,
            WorkerLoadProjection {
                active_prefill_tokens: worker_id as usize * 16,
                active_decode_blocks: worker_id as usize % 127,
                active_requests: worker_id as usize % 17,
                ..Default::default()
            },
        );
    }
    let request = SchedulingRequest {
        mode: ScheduleMode::QueryOnly { request_id: None },
        token_seq: None,
        isl_tokens: 2_048,
        lora_name: None,
        expected_output_tokens: Some(256),
        affinity_target: None,
        pinned_worker: None,
        allowed_worker_ids: None,
        routing_constraints: RoutingConstraints::default(),
        router_config_override: None,
        track_prefill_tokens: true,
        priority_jump: 0.0,
        strict_priority: 0,
        policy_class: None,
        session_context: None,
        overlap: OverlapSignals {
            tier_overlap_blocks: Default::default(),
            effective_overlap_blocks,
            effective_cached_tokens,
        },
        kv_transfer_candidates: None,
        retain_kv_transfer_chain: false,
        shared_cache_hits: None,
        worker_loads,
        resp_tx: None,
    };
    (workers, request)
}

pub fn run(args: &Args) {
    let plan = Plan {
        rounds: args.number("rounds", 5),
        budget: Duration::from_millis(args.number("millis", 300) as u64),
        min_calls: args.number("min-calls", 100),
        max_calls: 100_000,
    };
    let only = args.text("only");
    for (selector_name, reference) in [("default", false), ("reference policy", true)] {
        if only.is_some_and(|only| only != selector_name) {
            continue;
        }
        for (scenario, overlap_score_credit_decay) in
            [("direct", 0.0), ("filtered_prefill_baseline", 1.0)]
        {
            for temperature in [0.0, 0.7] {
                for worker_count in [2, 32, 1_024, 10_000] {
                    let (workers, request) = fixture(worker_count);
                    let config = KvRouterConfig {
                        router_temperature: temperature,
                        overlap_score_credit_decay,
                        ..Default::default()
                    };
                    let direct = DefaultWorkerSelector::new(Some(config.clone()), "prefill");
                    let policy = WorkerSelectionPolicy::reference(config, "prefill");
                    let select = || {
                        let input = WorkerSelectionInput::configured(
                            &workers,
                            &request,
                            request.eligibility(),
                            16,
                        );
                        if reference {
                            policy.select_worker(input)
                        } else {
                            direct.select_worker(input)
                        }
                        .expect("a worker")
                    };
                    let latency = measure(plan, select);
                    let (calls, bytes) = alloc::per_call(100, select);
                    emit(json!({
                        "kind": "selection",
                        "selector": selector_name,
                        "scenario": scenario,
                        "temperature": temperature,
                        "workers": worker_count,
                        "selected": select().worker.worker_id,
                        "unit": "us",
                        "latency": latency.json(),
                        "allocations_per_selection": round3(calls),
                        "allocated_bytes_per_selection": round3(bytes),
                    }));
                }
            }
        }
    }
}
