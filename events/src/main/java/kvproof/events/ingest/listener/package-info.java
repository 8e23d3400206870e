/**
 * The listeners of a router: which ranks are registered in which partition, their connections, and
 * what they are doing; and the recovery from other routers before they begin.
 *
 * <p>What is done with the batches that they hear is decided in the package above.
 */
package kvproof.events.ingest.listener;
