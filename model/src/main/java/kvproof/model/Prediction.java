package kvproof.model;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What an index without engine events goes by: routing decisions, time, and the life of requests.
 *
 * <p>Local and sequence hashes of one list belong together by position; the sequence hash stands
 * for the external hash. Times are milliseconds of one virtual clock that starts at 0.
 */
public sealed interface Prediction extends Arrival {

  /** The rank that it is about; empty if it is about all of them. */
  default Optional<WorkerWithDpRank> target() {
    return switch (this) {
      case ModeChosen _, TimePassed _ -> Optional.empty();
      case RequestRouted routed -> Optional.of(routed.rank());
      case CapacityDeclared declared -> Optional.of(declared.rank());
      case RequestAdmitted admitted -> Optional.of(admitted.rank());
      case OutputMaterialized output -> Optional.of(output.rank());
      case RequestFinished finished -> Optional.of(finished.rank());
      case RankReset reset -> Optional.of(reset.rank());
    };
  }

  /** What routing decisions are taken for. */
  enum Mode {
    /** Nothing: the index goes by engine events. */
    NONE,
    /** A routed block is taken to be there for a time to live. */
    TTL,
    /** A model of each rank's capacity; without a capacity, as {@link #TTL}. */
    LRU
  }

  /** From here on. Timers, leases and capacities of before are forgotten; the blocks stay. */
  record ModeChosen(Mode mode, long ttlMillis) implements Prediction {
    public ModeChosen {
      requireNotNegative(ttlMillis);
    }
  }

  /** The clock shows {@code nowMillis}; it never goes back: an earlier time changes nothing. */
  record TimePassed(long nowMillis) implements Prediction {
    public TimePassed {
      requireNotNegative(nowMillis);
    }
  }

  /** A request was routed to the rank. Lists of different length are refused. */
  record RequestRouted(WorkerWithDpRank rank, BlockHashes localHashes, BlockHashes sequenceHashes)
      implements Prediction {}

  /** What follows from the capacity of the rank, in blocks; none or 0: not known. */
  record CapacityDeclared(WorkerWithDpRank rank, long incarnation, OptionalLong blocks)
      implements Prediction {}

  /**
   * A request begins on the rank: its full blocks from the root, and private ones besides.
   *
   * @param attempt names the lease until the rank is reset
   */
  record RequestAdmitted(
      WorkerWithDpRank rank,
      long incarnation,
      String attempt,
      BlockHashes localHashes,
      BlockHashes sequenceHashes,
      int privateBlocks)
      implements Prediction {
    public RequestAdmitted {
      requirePaired(localHashes, sequenceHashes);
      requireNotNegative(privateBlocks);
    }
  }

  /**
   * A request has more full blocks, below {@code parent} (none: the root).
   *
   * @param startPosition position of the first of them in the request
   * @param privateBlocks how many it has from now on
   */
  record OutputMaterialized(
      WorkerWithDpRank rank,
      long incarnation,
      String attempt,
      OptionalLong parent,
      int startPosition,
      BlockHashes localHashes,
      BlockHashes sequenceHashes,
      int privateBlocks)
      implements Prediction {
    public OutputMaterialized {
      requirePaired(localHashes, sequenceHashes);
      requireNotNegative(startPosition);
      requireNotNegative(privateBlocks);
    }
  }

  /** The request is over; once more changes nothing. */
  record RequestFinished(WorkerWithDpRank rank, long incarnation, String attempt)
      implements Prediction {}

  /** The rank starts anew: what the model knew of it is forgotten, its blocks go. */
  record RankReset(WorkerWithDpRank rank) implements Prediction {}

  private static void requireNotNegative(long number) {
    if (number < 0) {
      throw new IllegalArgumentException(number + " is negative");
    }
  }

  private static void requirePaired(BlockHashes localHashes, BlockHashes sequenceHashes) {
    if (localHashes.size() != sequenceHashes.size()) {
      throw new IllegalArgumentException(
          localHashes.size()
              + " local hashes against "
              + sequenceHashes.size()
              + " sequence hashes");
    }
  }
}
