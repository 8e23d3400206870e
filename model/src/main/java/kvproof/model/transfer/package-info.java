/**
 * The data plane as a contract: memory, descriptors, transfers and notifications between agents.
 *
 * <p>Modelled on NIXL's agent interface, so that a byte-copy stand-in and the real library are two
 * implementations of one contract. Says nothing of KV blocks, hints or peers' control messages.
 */
@org.jspecify.annotations.NullMarked
package kvproof.model.transfer;
