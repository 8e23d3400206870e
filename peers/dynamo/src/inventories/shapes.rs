//! The fifteen inventories: who holds what of one prompt. Numbers, titles and shapes are those of
//! `kvproof.benchmarks.fixture.InventoryFixture`.

use std::collections::BTreeMap;

use dynamo_kv_router::protocols::WorkerWithDpRank;

use crate::chain::Prompt;

const PERIOD: usize = 32;
const RUN: usize = 16;
const FIRST_SOURCE: u64 = 100_000;

#[derive(Clone, Copy, PartialEq)]
pub enum Shape {
    /// Every source holds the frontier to the end.
    SharedSuffix,
    /// Every source holds the whole prompt from the root.
    RootPrefix,
    /// Source `i` of `S` starts `i / S` of the way from the frontier to the end.
    Staggered,
    /// Runs of 16 blocks every 32, from the frontier on; odd sources hold the runs that even
    /// sources lack, so the chain itself has no hole.
    Fragmented,
}

/// What every target holds on its device.
#[derive(Clone, Copy, PartialEq)]
pub enum Local {
    /// A quarter of the prompt.
    Quarter,
    /// The whole prompt.
    Whole,
    /// Nothing.
    Nothing,
}

pub struct Fixture {
    pub number: usize,
    name: &'static str,
    pub blocks: usize,
    pub shape: Shape,
    pub sources: u64,
    pub targets: u64,
    pub local: Local,
}

impl Fixture {
    pub fn title(&self) -> String {
        format!("{} {}/{}", self.name, self.sources, self.targets)
    }
}

pub fn all() -> Vec<Fixture> {
    use Local::*;
    use Shape::*;
    [
        ("4k shared suffix", 256, SharedSuffix, 8, 8, Quarter),
        ("32k shared suffix", 2048, SharedSuffix, 8, 8, Quarter),
        ("32k shared suffix", 2048, SharedSuffix, 256, 8, Quarter),
        ("32k full root prefix", 2048, RootPrefix, 64, 8, Quarter),
        ("32k staggered suffixes", 2048, Staggered, 64, 8, Quarter),
        ("32k fragmented", 2048, Fragmented, 64, 8, Quarter),
        ("32k fragmented, fully local", 2048, Fragmented, 64, 8, Whole),
        ("128k shared suffix", 8192, SharedSuffix, 256, 64, Quarter),
        ("128k fragmented", 8192, Fragmented, 64, 64, Quarter),
        ("32k shared suffix, single owner", 2048, SharedSuffix, 1, 8, Quarter),
        ("32k shared suffix, pair of owners", 2048, SharedSuffix, 2, 8, Quarter),
        ("4k full root prefix", 256, RootPrefix, 8, 8, Quarter),
        ("128k full root prefix", 8192, RootPrefix, 64, 64, Quarter),
        ("32k shared suffix", 2048, SharedSuffix, 1024, 8, Quarter),
        ("32k cold targets, full root prefix", 2048, RootPrefix, 64, 64, Nothing),
    ]
    .into_iter()
    .enumerate()
    .map(|(index, (name, blocks, shape, sources, targets, local))| Fixture {
        number: index + 1,
        name,
        blocks,
        shape,
        sources,
        targets,
        local,
    })
    .collect()
}

pub struct Inventory {
    pub prompt: Prompt,
    /// Leading device blocks per target that has any.
    pub device: BTreeMap<WorkerWithDpRank, usize>,
    /// Host-held ranges per source.
    pub host: BTreeMap<WorkerWithDpRank, Vec<(usize, usize)>>,
    pub targets: Vec<WorkerWithDpRank>,
}

impl Inventory {
    pub fn of(fixture: &Fixture) -> Self {
        let blocks = fixture.blocks;
        let targets: Vec<_> = (0..fixture.targets).map(WorkerWithDpRank::from_worker_id).collect();
        let held = match fixture.local {
            Local::Quarter => blocks / 4,
            Local::Whole => blocks,
            Local::Nothing => 0,
        };
        let device = targets.iter().filter(|_| held > 0).map(|&target| (target, held)).collect();
        let host = (0..fixture.sources)
            .map(|i| (WorkerWithDpRank::from_worker_id(FIRST_SOURCE + i), ranges(fixture, i)))
            .collect();
        Self { prompt: Prompt::new(blocks, 7), device, host, targets }
    }

    /// Contiguous host blocks of `worker` from block `start` on.
    pub fn host_run(&self, worker: WorkerWithDpRank, start: usize) -> usize {
        let mut end = start;
        for &(from, to) in self.host.get(&worker).into_iter().flatten() {
            if from <= end && end < to {
                end = to;
            }
        }
        end - start
    }
}

/// What source `i` holds, ascending.
fn ranges(fixture: &Fixture, i: u64) -> Vec<(usize, usize)> {
    let blocks = fixture.blocks;
    let frontier = blocks / 4;
    match fixture.shape {
        Shape::SharedSuffix => vec![(frontier, blocks)],
        Shape::RootPrefix => vec![(0, blocks)],
        Shape::Staggered => {
            let step = (blocks - frontier) as u64 * i / fixture.sources;
            vec![(frontier + step as usize, blocks)]
        }
        Shape::Fragmented => (frontier + if i.is_multiple_of(2) { 0 } else { RUN }..blocks)
            .step_by(PERIOD)
            .map(|start| (start, (start + RUN).min(blocks)))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_fifteen_numbered_in_order() {
        let numbers: Vec<_> = all().iter().map(|fixture| fixture.number).collect();
        assert_eq!(numbers, (1..=15).collect::<Vec<_>>());
    }

    #[test]
    fn odd_sources_hold_what_even_ones_lack() {
        let inventory = Inventory::of(&all()[5]);
        let mut blocks: Vec<_> = [FIRST_SOURCE, FIRST_SOURCE + 1]
            .into_iter()
            .flat_map(|id| inventory.host[&WorkerWithDpRank::from_worker_id(id)].clone())
            .flat_map(|(from, to)| from..to)
            .collect();
        blocks.sort_unstable();
        assert_eq!(blocks, (512..2048).collect::<Vec<_>>());
    }

    #[test]
    fn a_host_run_ends_at_the_first_hole() {
        let inventory = Inventory::of(&all()[5]);
        let even = WorkerWithDpRank::from_worker_id(FIRST_SOURCE);
        assert_eq!(inventory.host_run(even, 512), 16);
        assert_eq!(inventory.host_run(even, 520), 8);
        assert_eq!(inventory.host_run(even, 528), 0);
    }

    #[test]
    fn the_last_staggered_source_holds_its_share_alone() {
        let inventory = Inventory::of(&all()[4]);
        let last = WorkerWithDpRank::from_worker_id(FIRST_SOURCE + 63);
        assert_eq!(inventory.host[&last], vec![(512 + 1536 * 63 / 64, 2048)]);
    }
}
