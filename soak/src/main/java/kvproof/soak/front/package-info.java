/**
 * What stands in front of an index, put together for each side: that of the reference from the
 * parts of the product, that of an oracle from other oracles; and what the engines behind it hold.
 *
 * <p>No side is held against another here.
 */
package kvproof.soak.front;
