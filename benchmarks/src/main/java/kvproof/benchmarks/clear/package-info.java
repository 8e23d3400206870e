/**
 * Look-ups while the blocks of one worker are cleared: how long they take before and during it.
 *
 * <p>What a clear costs in work is not here: that is counted, and needs no clock.
 */
@NullMarked
package kvproof.benchmarks.clear;

import org.jspecify.annotations.NullMarked;
