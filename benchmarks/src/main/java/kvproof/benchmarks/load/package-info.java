/**
 * A trace played to a router at a fixed offered load, and whether two ways of doing that differ.
 *
 * <p>A {@link kvproof.benchmarks.load.LoadTrial} is one run in a process of its own; a {@link
 * kvproof.benchmarks.load.LoadVerdict} compares many of them, round by round.
 */
@NullMarked
package kvproof.benchmarks.load;

import org.jspecify.annotations.NullMarked;
