/**
 * What names things: local and sequence hashes from token content, tiers from engine media, and the
 * identity and compact key of persistent cache owners.
 *
 * <p>Pure functions and values; nothing here knows an event, an index or a request's target.
 * External hashes are not made here: they are the engine's, and opaque.
 */
package kvproof.model.identity;
