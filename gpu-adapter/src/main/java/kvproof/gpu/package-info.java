/**
 * Transfer agents on the installed NIXL library.
 *
 * <p>Says which native handle belongs to whom and in which order they are closed; no type of
 * foreign memory leaves the module. Knows nothing of KV blocks, hints or control messages.
 */
@org.jspecify.annotations.NullMarked
package kvproof.gpu;
