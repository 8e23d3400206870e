/**
 * Whether the router has become slower since the baseline was written, by ratios alone.
 *
 * <p>A ratio is the p50 of an inventory over the floor of the same process, so that another machine
 * or a busy one changes it little. Nothing here knows an absolute time.
 */
@NullMarked
package kvproof.benchmarks.smoke;

import org.jspecify.annotations.NullMarked;
