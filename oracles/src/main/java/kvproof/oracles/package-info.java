/**
 * Expected answers and laws, from the model alone; nothing here knows a router.
 *
 * <p>{@link kvproof.oracles.OwnerInventoryOracle} folds events into sets of held blocks and answers
 * from those: inventories, then each rank's own walk, the one chain, the intervals, the choice.
 * {@link kvproof.oracles.HintLaws} judges an answer without working one out, and shares no rule
 * with it; the oracle that keeps the events themselves has a package of its own.
 */
package kvproof.oracles;
