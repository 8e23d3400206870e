/**
 * What stands between the event streams of engines and an index: sequences, gaps and their repair,
 * physical copies, the registry of streams, and the buffers that a publisher answers from.
 *
 * <p>Decides and counts. Sockets and encodings are elsewhere, and so is the index: it is a place to
 * hand index steps to.
 */
package kvproof.events.ingest;
