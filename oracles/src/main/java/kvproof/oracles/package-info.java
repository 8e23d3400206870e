/**
 * Expected answers and laws, from the model alone; nothing here knows a router.
 *
 * <p>{@link kvproof.oracles.OwnerInventoryOracle} folds events into sets of held blocks and answers
 * from those: inventories, then each rank's own walk, the one chain, the intervals, the choice.
 * {@link kvproof.oracles.HintLaws} judges an answer without working one out, and shares no rule
 * with it; {@link kvproof.oracles.ResidentCountOracle} counts by raw events. The oracle that keeps
 * the events themselves has a package of its own, and so has what stands in front of an index.
 */
package kvproof.oracles;
