/**
 * Engine events on their way to an index: how they are encoded, carried and received, and what is
 * dropped, repaired or counted in front of the index.
 *
 * <p>Nothing here knows how an index stores blocks.
 */
package kvproof.events;
