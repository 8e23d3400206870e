/**
 * One process that times the inventories, and what its lines say.
 *
 * <p>{@link kvproof.benchmarks.trial.TrialMain} is such a process over kvproof's router; the peer's
 * {@code inventories} command is one over the published crate. Both print one JSON object a line,
 * which {@link kvproof.benchmarks.trial.TrialLines} reads; nothing here compares them.
 */
@NullMarked
package kvproof.benchmarks.trial;

import org.jspecify.annotations.NullMarked;
