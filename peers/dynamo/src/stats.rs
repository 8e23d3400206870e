//! Latency sampling: several rounds, percentiles per round, then the minimum
//! and the median over the rounds.

use serde_json::{Value, json};
use std::hint::black_box;
use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
pub struct Plan {
    pub rounds: usize,
    pub budget: Duration,
    pub min_calls: usize,
    pub max_calls: usize,
}

struct Round {
    p50: f64,
    p99: f64,
    mean: f64,
    fastest: f64,
    calls: usize,
}

pub struct Latency {
    rounds: Vec<Round>,
}

fn nearest_rank(sorted_ns: &[u64], percentile: f64) -> f64 {
    let rank = (percentile / 100.0 * sorted_ns.len() as f64).ceil() as usize;
    sorted_ns[rank.clamp(1, sorted_ns.len()) - 1] as f64 / 1000.0
}

/// Times `f` one call at a time. The result of a call is dropped inside its
/// own sample, since a router pays for that too.
pub fn measure<R>(plan: Plan, mut f: impl FnMut() -> R) -> Latency {
    let warm_up = Instant::now();
    let mut warm_calls = 0;
    while warm_calls < 20 || (warm_up.elapsed() < plan.budget / 4 && warm_calls < 20_000) {
        black_box(f());
        warm_calls += 1;
    }
    let mut rounds = Vec::with_capacity(plan.rounds);
    let mut samples = Vec::with_capacity(plan.max_calls);
    for _ in 0..plan.rounds {
        samples.clear();
        let started = Instant::now();
        while samples.len() < plan.min_calls
            || (samples.len() < plan.max_calls && started.elapsed() < plan.budget)
        {
            let before = Instant::now();
            drop(black_box(f()));
            samples.push(before.elapsed().as_nanos() as u64);
        }
        samples.sort_unstable();
        rounds.push(Round {
            p50: nearest_rank(&samples, 50.0),
            p99: nearest_rank(&samples, 99.0),
            mean: samples.iter().sum::<u64>() as f64 / samples.len() as f64 / 1000.0,
            fastest: samples[0] as f64 / 1000.0,
            calls: samples.len(),
        });
    }
    Latency { rounds }
}

pub fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 { values[middle] } else { (values[middle - 1] + values[middle]) / 2.0 }
}

pub fn minimum(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

pub fn round3(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

impl Latency {
    /// Every round, in microseconds.
    pub fn json(&self) -> Value {
        let rounds: Vec<Value> = self
            .rounds
            .iter()
            .map(|round| {
                json!({
                    "p50": round3(round.p50),
                    "p99": round3(round.p99),
                    "mean": round3(round.mean),
                    "fastest": round3(round.fastest),
                    "calls": round.calls,
                })
            })
            .collect();
        json!({ "rounds": rounds })
    }
}

/// What an empty sample costs, in nanoseconds.
pub fn clock_overhead_ns() -> u64 {
    let mut samples: Vec<u64> = (0..20_001)
        .map(|_| {
            let before = Instant::now();
            before.elapsed().as_nanos() as u64
        })
        .collect();
    samples.sort_unstable();
    samples[samples.len() / 2]
}

/// Latency of about 2 us of arithmetic that touches no memory: what the machine, and not the
/// measured code, does to a percentile.
pub fn noise(budget: Duration) -> Latency {
    let spin = || (0..700).fold(1u64, |x, _| crate::chain::mix(x));
    measure(Plan { rounds: 3, budget, min_calls: 1000, max_calls: 50_000 }, spin)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_samples_by_nearest_rank() {
        let samples: Vec<u64> = (1..=200).map(|i| i * 1000).collect();
        assert_eq!(nearest_rank(&samples, 50.0), 100.0);
        assert_eq!(nearest_rank(&samples, 99.0), 198.0);
        assert_eq!(nearest_rank(&samples[..1], 99.0), 1.0);
    }

    #[test]
    fn the_median_of_an_even_number_lies_between_the_middle_two() {
        assert_eq!(median(vec![4.0, 1.0, 3.0, 2.0]), 2.5);
    }

    #[test]
    fn every_round_makes_the_least_number_of_calls() {
        let plan = Plan { rounds: 2, budget: Duration::ZERO, min_calls: 7, max_calls: 50 };
        let rounds = measure(plan, || 1).json()["rounds"].as_array().unwrap().clone();
        assert_eq!(rounds.len(), 2);
        assert!(rounds.iter().all(|round| round["calls"] == 7));
    }
}
