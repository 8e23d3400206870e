/**
 * The C functions of NIXL as the header declares them, one method each.
 *
 * <p>Statuses come back as numbers and memory as segments; nothing is decided here. Used by {@code
 * kvproof.gpu} alone.
 */
@org.jspecify.annotations.NullMarked
package kvproof.gpu.capi;
