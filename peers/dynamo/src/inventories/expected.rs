//! What 1.6.1 has to answer, worked out from the plain inventory.

use std::collections::{BTreeMap, BTreeSet};

use dynamo_kv_router::kv_hints::KvTransferCandidateSource;
use dynamo_kv_router::protocols::{StorageTier, WorkerWithDpRank};
use serde_json::{Value, json};

use super::index::Filled;
use super::shapes::Inventory;

struct Expected {
    hits: BTreeMap<WorkerWithDpRank, usize>,
    prefixes: BTreeMap<WorkerWithDpRank, usize>,
    /// Source and blocks per target, as 1.6.1 should choose.
    choices: Vec<Option<(WorkerWithDpRank, usize)>>,
    /// Blocks past each target's frontier that one source could have continued.
    continuation_blocks: usize,
}

fn expect(inventory: &Inventory) -> Expected {
    let mut hits = BTreeMap::new();
    let mut prefixes = BTreeMap::new();
    let workers: BTreeSet<_> =
        inventory.device.keys().chain(inventory.host.keys()).copied().collect();
    for &worker in &workers {
        let device = inventory.device.get(&worker).copied().unwrap_or(0);
        let run = inventory.host_run(worker, device);
        if device > 0 || run > 0 {
            hits.insert(worker, run);
            prefixes.insert(worker, device + run);
        }
    }
    let mut continuation_blocks = 0;
    let choices = inventory
        .targets
        .iter()
        .map(|target| {
            let held = prefixes.get(target).copied().unwrap_or(0);
            continuation_blocks += workers
                .iter()
                .filter(|worker| *worker != target)
                .map(|&worker| inventory.host_run(worker, held))
                .max()
                .unwrap_or(0);
            let mut best: Option<(WorkerWithDpRank, usize)> = None;
            for (&worker, &blocks) in &prefixes {
                if worker != *target && blocks > held && best.is_none_or(|(_, most)| blocks > most)
                {
                    best = Some((worker, blocks));
                }
            }
            best
        })
        .collect();
    Expected { hits, prefixes, choices, continuation_blocks }
}

/// Compares the crate's answer with the plain inventory; what the crate can do of it.
pub fn check(filled: &Filled) -> Result<Value, String> {
    let inventory = &filled.inventory;
    let expected = expect(inventory);
    let lower = filled.query(true);
    let host = lower.get(&StorageTier::HostPinned).ok_or("no host tier result")?;
    let hits: BTreeMap<_, _> = host.hits.iter().map(|(&worker, &n)| (worker, n)).collect();
    if hits != expected.hits {
        return Err(format!("hits {hits:?}, expected {:?}", expected.hits));
    }
    let candidates =
        host.kv_transfer_candidates.as_ref().or(filled.device.kv_transfer_candidates.as_ref());
    let prefixes: BTreeMap<_, _> = candidates
        .map(|candidates| {
            candidates
                .owner_prefix_blocks
                .iter()
                .map(|&(source, blocks)| match source {
                    KvTransferCandidateSource::Worker(worker) => (worker, blocks),
                    KvTransferCandidateSource::CacheOwner(_) => {
                        unreachable!("no cache owners here")
                    }
                })
                .collect()
        })
        .unwrap_or_default();
    if prefixes != expected.prefixes {
        return Err("candidate prefixes differ".to_string());
    }
    let chain = candidates.map_or(0, |candidates| candidates.block_hashes.len());
    if candidates.is_some_and(|c| c.block_hashes[..] != inventory.prompt.sequence[..chain]) {
        return Err("candidate chain differs".to_string());
    }
    let choices: Vec<_> = filled
        .combined(inventory.targets.len())
        .into_iter()
        .map(|choice| {
            choice.map(|(source, hashes)| match source {
                KvTransferCandidateSource::Worker(worker) => (worker, hashes.len()),
                KvTransferCandidateSource::CacheOwner(_) => unreachable!("no cache owners here"),
            })
        })
        .collect();
    if choices != expected.choices {
        return Err(format!("choices {choices:?}, expected {:?}", expected.choices));
    }
    Ok(json!({
        "oracle": "ok",
        "queried_workers": hits.len(),
        "candidate_owners": prefixes.len(),
        "candidate_chain_blocks": chain,
        "targets_given_a_source": choices.iter().flatten().count(),
        "fetch_blocks_beyond_local": choices
            .iter()
            .zip(&inventory.targets)
            .filter_map(|(choice, target)| {
                choice.map(|(_, blocks)| blocks - expected.prefixes.get(target).copied().unwrap_or(0))
            })
            .sum::<usize>(),
        "continuation_blocks_held_by_a_source": expected.continuation_blocks,
    }))
}
