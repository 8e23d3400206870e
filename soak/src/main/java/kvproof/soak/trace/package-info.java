/**
 * Real request traces: turned into the events that engines would publish, and put to the router.
 *
 * <p>Workers are simulated caches; what the router says is checked by the oracles.
 */
@org.jspecify.annotations.NullMarked
package kvproof.soak.trace;
