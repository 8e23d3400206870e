/**
 * Router events: engine events whose tokens are already hashes, as they travel between routers and
 * stand in dumps. JSON, and MessagePack with field names.
 *
 * <p>What an engine sends is in the package {@code wire}.
 */
package kvproof.events.routerevent;
