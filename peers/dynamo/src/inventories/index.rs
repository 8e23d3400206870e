//! One inventory in the crate's own indexes, and the operation that is timed.

use std::collections::HashMap;

use dynamo_kv_router::indexer::{
    LowerTierIndexers, LowerTierMatchDetails, LowerTierQueryOptions, MatchDetails,
    query_lower_tiers_with_options,
};
use dynamo_kv_router::kv_hints::{KvTransferCandidateSource, KvTransferCandidates};
use dynamo_kv_router::protocols::{ExternalSequenceBlockHash, StorageTier, WorkerWithDpRank};
use dynamo_kv_router::{ConcurrentRadixTreeCompressed, ThreadPoolIndexer};

use super::shapes::{Fixture, Inventory};
use crate::runtime;

const TOKENS_PER_BLOCK: u32 = 16;

/// What the crate's hint eligibility test reads of a worker.
struct SourceConfig {
    worker_type: String,
    control_endpoints: HashMap<u32, String>,
}

pub type Choice = Option<(KvTransferCandidateSource, Vec<ExternalSequenceBlockHash>)>;

pub struct Filled {
    pub inventory: Inventory,
    lower: LowerTierIndexers,
    pub device: MatchDetails,
    configs: HashMap<u64, SourceConfig>,
}

/// Fills the indexes by events, as production does, and matches the device tier once.
pub fn fill(fixture: &Fixture) -> Filled {
    let inventory = Inventory::of(fixture);
    let runtime = runtime();
    let primary = ThreadPoolIndexer::new(ConcurrentRadixTreeCompressed::new(), 1, TOKENS_PER_BLOCK);
    for (&worker, &held) in &inventory.device {
        let event = inventory.prompt.stored(worker, StorageTier::Device, 0, held);
        runtime.block_on(primary.apply_event_and_wait(event)).expect("device store");
    }
    let device = primary.backend().find_match_details_impl_with_options(
        &inventory.prompt.local,
        false,
        true,
    );

    let lower = LowerTierIndexers::new(1, TOKENS_PER_BLOCK);
    let host = lower.get_or_create(StorageTier::HostPinned);
    for (&worker, ranges) in &inventory.host {
        for &(from, to) in ranges {
            let event = inventory.prompt.stored(worker, StorageTier::HostPinned, from, to);
            runtime.block_on(host.apply_event_and_wait(event)).expect("host store");
        }
    }
    let configs = inventory
        .targets
        .iter()
        .chain(inventory.host.keys())
        .map(|worker| {
            let config = SourceConfig {
                worker_type: "decode".to_string(),
                control_endpoints: HashMap::from([(
                    0,
                    format!("tcp://worker-{}", worker.worker_id),
                )]),
            };
            (worker.worker_id, config)
        })
        .collect();
    Filled { inventory, lower, device, configs }
}

impl Filled {
    pub fn query(
        &self,
        retain_kv_transfer_chain: bool,
    ) -> HashMap<StorageTier, LowerTierMatchDetails> {
        query_lower_tiers_with_options(
            &self.lower,
            &self.inventory.prompt.local,
            &self.device,
            LowerTierQueryOptions { retain_kv_transfer_chain },
        )
    }

    fn metadata(&self, worker: WorkerWithDpRank) -> Option<(&str, &str)> {
        let config = self.configs.get(&worker.worker_id)?;
        let endpoint = config.control_endpoints.get(&worker.dp_rank)?;
        Some((&config.worker_type, endpoint))
    }

    /// The crate's own test for a hint source (`transfer_hint_for_selection`,
    /// which is private), over worker owners.
    fn choose(
        &self,
        candidates: &KvTransferCandidates,
        target: WorkerWithDpRank,
        held: usize,
    ) -> Choice {
        let (target_type, _) = self.metadata(target)?;
        candidates.best_source(held, |source| match source {
            KvTransferCandidateSource::Worker(worker) => {
                worker != target
                    && self
                        .metadata(worker)
                        .is_some_and(|(kind, endpoint)| kind == target_type && !endpoint.is_empty())
            }
            KvTransferCandidateSource::CacheOwner(_) => false,
        })
    }

    /// Lookup, the clone of the candidates out of the dropped lookup result,
    /// and the choice for the first `targets` targets.
    pub fn combined(&self, targets: usize) -> Vec<Choice> {
        let lower = self.query(true);
        let host = lower.get(&StorageTier::HostPinned);
        let targets = &self.inventory.targets[..targets];
        let held: Vec<usize> = targets
            .iter()
            .map(|target| {
                let device = self.device.overlap_scores.scores.get(target).copied().unwrap_or(0);
                let hits = host.and_then(|details| details.hits.get(target)).copied().unwrap_or(0);
                device as usize + hits
            })
            .collect();
        let candidates = host
            .and_then(|details| details.kv_transfer_candidates.as_ref())
            .or(self.device.kv_transfer_candidates.as_ref())
            .cloned();
        drop(lower);
        let Some(candidates) = candidates else {
            return vec![None; targets.len()];
        };
        targets
            .iter()
            .zip(held)
            .map(|(&target, held)| self.choose(&candidates, target, held))
            .collect()
    }
}
