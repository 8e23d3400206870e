/**
 * The reference router: takes events and snapshots, answers requests.
 *
 * <p>Ties the index to the choice of a source. Objects at this edge, numbers and bits below it.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router;
