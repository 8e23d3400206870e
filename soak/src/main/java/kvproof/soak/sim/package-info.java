/**
 * Services on one thread in virtual time: clock, control network, nodes, and fetches between them.
 *
 * <p>Runs the same targets, sources and workers as between processes, over the fabric of one
 * process. What a fetch ought to come to is not known here.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.sim;
