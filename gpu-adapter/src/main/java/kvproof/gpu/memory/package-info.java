/**
 * The memory of this process that agents may register: who gave it out, and who holds it.
 *
 * <p>Addresses are the machine's own, since the library and other processes use them. Knows nothing
 * of agents beyond their names.
 */
@org.jspecify.annotations.NullMarked
package kvproof.gpu.memory;
