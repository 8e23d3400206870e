/**
 * Agents of one process that copy bytes: the contract of {@code model.transfer} without a library.
 *
 * <p>A copy moves one descriptor at each poll of the side that started it and at no other time, so
 * a run is the same every time. Faults are agents around an agent and live in {@code fault}.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl;
