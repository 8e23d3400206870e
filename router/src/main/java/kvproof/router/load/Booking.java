package kvproof.router.load;

import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.WorkerWithDpRank;

/**
 * The load that one request puts on one rank.
 *
 * @param requestId unique among all bookings of all ranks
 * @param attempt tells bookings apart that follow each other under one id
 * @param sequenceHashes the complete blocks of the prompt from its root; may be empty
 * @param prefillTokens what is left to prefill; 0: nothing, or not tracked
 * @param prefillNanos how long the prefill is expected to take; absent: not modelled; unused
 *     without prefill tokens
 * @param sharesBlocks whether prompts with the same prefix count it once on the rank; if not, the
 *     blocks are this request's alone and no prompt finds them
 */
public record Booking(
    String requestId,
    long attempt,
    WorkerWithDpRank rank,
    BlockHashes sequenceHashes,
    long prefillTokens,
    OptionalLong prefillNanos,
    boolean sharesBlocks) {

  public Booking {
    if (prefillTokens < 0) {
      throw new IllegalArgumentException(
          prefillTokens + " prefill tokens booked for request '" + requestId + "'");
    }
    if (prefillNanos.isPresent() && prefillNanos.getAsLong() < 0) {
      throw new IllegalArgumentException(
          "prefill of request '" + requestId + "' takes " + prefillNanos.getAsLong() + " ns");
    }
  }
}
