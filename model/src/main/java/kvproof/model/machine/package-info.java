/**
 * What a machine has of the things that kvproof can use, as findings that a person reads.
 *
 * <p>Modules say for themselves what they need and are found as a service. Nothing here looks at
 * the machine.
 */
@org.jspecify.annotations.NullMarked
package kvproof.model.machine;
