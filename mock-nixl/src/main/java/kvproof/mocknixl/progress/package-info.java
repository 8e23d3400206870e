/**
 * Who lets transfers make progress, and waits that end by a deadline and name who did not.
 *
 * <p>Works around agents of any fabric, over a clock that is handed in. Nothing here polls an agent
 * on its own, and no transfer is changed by being watched.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.progress;
