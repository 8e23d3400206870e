/**
 * Inputs of policies that may change or go without notice.
 *
 * <p>Everything that is needed to declare and to read them is here, and nothing of it in {@code
 * kvproof.router.policy}.
 */
@org.jspecify.annotations.NullMarked
package kvproof.router.policy.experimental;
