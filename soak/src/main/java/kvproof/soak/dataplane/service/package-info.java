/**
 * One service as a process of its own: worker, agent, control channel, and the lines by which it is
 * driven.
 *
 * <p>A process does what it is told and says what it saw; it judges nothing. Misfortunes stand
 * around the service, which knows nothing of them.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.dataplane.service;
