/**
 * Who holds which block on which tier, and the walks that answer a prompt from it.
 *
 * <p>Owners are dense numbers here, sets of them are bits, prompts and hashes are {@code long[]}.
 * Who may be a source, and which one is chosen, is decided in {@code kvproof.router.fetch}.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.index;
