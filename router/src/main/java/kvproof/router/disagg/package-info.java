/**
 * When a request skips the remote prefill and is prefilled where it decodes.
 *
 * <p>Pure decisions over numbers. Who chooses the workers and who counts their load is elsewhere.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.disagg;
