/**
 * The index for threads: lanes apply events, any number of other threads ask.
 *
 * <p>A lane is a queue and the one thread that empties it; every owner belongs to one lane for
 * good. What an event means is decided in {@code kvproof.router.index}, how it is answered in
 * {@code kvproof.router}.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.lane;
