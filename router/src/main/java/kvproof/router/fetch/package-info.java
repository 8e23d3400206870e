/**
 * Who may be a source, which one is chosen for each target, and the hint that says so.
 *
 * <p>Works on what one look-up of {@code kvproof.router.index} found; holds no blocks.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.fetch;
