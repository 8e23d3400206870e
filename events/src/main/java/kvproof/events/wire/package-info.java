/**
 * Engine events: from the bytes of a batch to router events, and back to bytes for a simulated
 * engine. Decoding, filtering and conversion.
 *
 * <p>Frames, sequences and gaps are not known here, and neither is any index.
 */
package kvproof.events.wire;
