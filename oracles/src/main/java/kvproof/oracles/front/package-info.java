/**
 * What stands in front of an index, by definition: listeners of event streams, and predictions.
 *
 * <p>{@link kvproof.oracles.front.FrontOracle} is the way in. Streams and predictions know nothing
 * of each other, and neither knows what an index does with the steps that it is given.
 */
package kvproof.oracles.front;
