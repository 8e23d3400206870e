package kvproof.oracles.scheduling;

import java.util.List;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;

/**
 * Load of one selection on one rank.
 *
 * @param hashes of the prompt's blocks; empty where they are not tracked
 * @param prefillTokens 0: none are counted
 * @param madeAt nanoseconds on the scheduler's clock
 */
record Booking(
    Selection selection,
    WorkerWithDpRank rank,
    List<Long> hashes,
    boolean sharesBlocks,
    long prefillTokens,
    OptionalLong prefillNanos,
    long madeAt) {

  String requestId() {
    return selection.id();
  }
}
