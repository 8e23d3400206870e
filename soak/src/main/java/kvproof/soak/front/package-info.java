/**
 * What stands in front of an index, put together for each side: that of the reference from the
 * parts of the product, that of an oracle from other oracles.
 *
 * <p>Nothing here compares anything.
 */
package kvproof.soak.front;
