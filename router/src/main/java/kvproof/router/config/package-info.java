/**
 * Every setting of the router, where it may be set, and what an invalid value gets.
 *
 * <p>Reads texts and maps; files and the process environment are the host's. Values that change
 * while the router runs are not here, and no setting switches continuation.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.config;
