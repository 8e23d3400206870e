/**
 * How fast a router takes stores and removals, what a block costs in memory, and what look-ups take
 * meanwhile.
 *
 * <p>An {@link kvproof.benchmarks.events.EventStream} is what simulated caches would publish, and
 * what they hold in the end; {@link kvproof.benchmarks.events.EventsTrial} is one process over one
 * stream. The streams are those of {@code peers/dynamo}, so that both sides do the same work.
 */
@NullMarked
package kvproof.benchmarks.events;

import org.jspecify.annotations.NullMarked;
