/**
 * How a figure is taken: single calls between two readings of the clock, in rounds.
 *
 * <p>{@link kvproof.benchmarks.timing.CallTimer} takes the samples, {@link
 * kvproof.benchmarks.timing.Latency} is what came of them; {@link
 * kvproof.benchmarks.timing.FixedRate} makes calls that are due whatever the one before takes.
 * Beside every figure stand two loops of the same run: {@link kvproof.benchmarks.timing.HashPass}
 * is the floor, {@link kvproof.benchmarks.timing.NoiseLoop} says what the machine does to a
 * percentile.
 */
@NullMarked
package kvproof.benchmarks.timing;

import org.jspecify.annotations.NullMarked;
