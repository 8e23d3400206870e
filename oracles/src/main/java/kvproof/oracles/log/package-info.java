/**
 * The parts of the oracle that keeps the log of events and no inventory.
 *
 * <p>Here is what one look-up asks of that log: who holds a place and under which hash, how far
 * each rank walks, which chain a hint would name, who could continue it, and whom a target is sent
 * to. Nothing here remembers what an owner holds from one event to the next, and nothing is shared
 * with the oracle of plain sets.
 */
package kvproof.oracles.log;
