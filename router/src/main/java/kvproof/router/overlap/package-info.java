/**
 * What cached blocks are worth: weighted overlap, the tokens that it saves, shared-cache hits.
 *
 * <p>Arithmetic on the numbers that a look-up found, the forms in which responses show them, and
 * when a waiting request is looked up again. Holds no blocks and chooses nobody.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.overlap;
