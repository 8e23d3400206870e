/**
 * Agents around an agent that bring one misfortune each and otherwise keep the contract.
 *
 * <p>They are put together, not switched on: an agent without them knows nothing of faults.
 */
@org.jspecify.annotations.NullMarked
package kvproof.mocknixl.fault;
