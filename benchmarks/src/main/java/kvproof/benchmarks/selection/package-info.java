/**
 * What one selection costs beside the published crate's, and what resident counts add to it.
 *
 * <p>{@link kvproof.benchmarks.selection.SelectionTrial} is one process; its inputs are the ones of
 * the crate's own bench, kept in arrays. What keeping the counts costs the thread that applies
 * events is timed by {@link kvproof.benchmarks.selection.ResidentWriteTrial}.
 */
@NullMarked
package kvproof.benchmarks.selection;

import org.jspecify.annotations.NullMarked;
