/**
 * How the experimental namespace reaches the views, for this module alone.
 *
 * <p>Not exported: nobody outside can declare or read resident blocks but through {@code
 * kvproof.router.policy.experimental}.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.policy.resident;
