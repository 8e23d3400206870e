/**
 * What this machine has of everything that a command of kvproof can use, and whether it works.
 *
 * <p>Modules that can be left out say for themselves what they need, as a service. Changes nothing
 * on the machine.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.doctor;
