package kvproof.benchmarks.trial;

import java.util.Optional;
import java.util.OptionalInt;
import kvproof.benchmarks.timing.Latency;

/**
 * What one process measured of one inventory.
 *
 * @param number 1 to 15
 * @param title as in every table
 * @param operation look-up, discovery, summary and the choice for every target
 * @param noise the noise loop, just before
 * @param floor one pass over the prompt's hashes, just before; absent from the peer
 * @param allocatedBytes a call
 * @param intervals emitted by a call; absent from the peer
 */
public record TimedInventory(
    int number,
    String title,
    Latency operation,
    Latency noise,
    Optional<Latency> floor,
    double allocatedBytes,
    OptionalInt intervals) {}
