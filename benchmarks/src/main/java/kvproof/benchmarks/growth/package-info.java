/**
 * How the cost of a look-up grows with each of its dimensions, over two decades.
 *
 * <p>A {@link kvproof.benchmarks.growth.Dimension} makes inventories that differ in one number; a
 * {@link kvproof.benchmarks.growth.GrowthCurve} is what they cost, with the exponent of the power
 * law that fits best. Nothing here prints.
 */
@NullMarked
package kvproof.benchmarks.growth;

import org.jspecify.annotations.NullMarked;
