/**
 * The command {@code kvproof bench}: processes one after the other, and what is shown of them.
 *
 * <p>{@link kvproof.benchmarks.bench.BenchCommand} is the command line, {@link
 * kvproof.benchmarks.bench.BenchRun} the run. Every figure is taken in a process of its own, so
 * nothing here is timed.
 */
@NullMarked
package kvproof.benchmarks.bench;

import org.jspecify.annotations.NullMarked;
