/**
 * Situations: what a long run has to have met, so that its agreement means something.
 *
 * <p>Each is decided from the case and from what the first oracle says, never from the router under
 * test. {@link kvproof.soak.situation.SituationCatalogue} lists them, a counter per thread counts
 * the cases that met them.
 */
package kvproof.soak.situation;
