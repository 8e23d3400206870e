package kvproof.router.membership;

import static java.util.Collections.unmodifiableSortedSet;
import static java.util.stream.Collectors.joining;

import java.util.SortedSet;
import java.util.TreeSet;

/** What keeps a registered worker from getting requests. */
public sealed interface IncompleteReason {

  /** What is wrong and what to register, for a person. */
  String text();

  record NoEndpoint() implements IncompleteReason {
    @Override
    public String text() {
      return "no endpoint";
    }
  }

  record NoBlockSize() implements IncompleteReason {
    @Override
    public String text() {
      return "no block_size above 0";
    }
  }

  record BlockSizeMismatch(int declared, int expected) implements IncompleteReason {
    @Override
    public String text() {
      return "block_size " + declared + ", but its partition has " + expected;
    }
  }

  record EagleMismatch(boolean declared, boolean expected) implements IncompleteReason {
    @Override
    public String text() {
      return "is_eagle " + declared + ", but its partition has " + expected;
    }
  }

  record NoRanks() implements IncompleteReason {
    @Override
    public String text() {
      return "data_parallel_size 0";
    }
  }

  /** Only where requests may have to wait. */
  record NoMaxBatchedTokens() implements IncompleteReason {
    @Override
    public String text() {
      return "no max_num_batched_tokens, which queueing needs";
    }
  }

  /**
   * Only with KV events.
   *
   * @param dpRanks unsigned
   */
  record NoEventEndpoint(SortedSet<Integer> dpRanks) implements IncompleteReason {
    public NoEventEndpoint {
      SortedSet<Integer> ordered = new TreeSet<>(Integer::compareUnsigned);
      ordered.addAll(dpRanks);
      dpRanks = unmodifiableSortedSet(ordered);
    }

    @Override
    public String text() {
      return "no KV event endpoint for dp ranks "
          + dpRanks.stream().map(Integer::toUnsignedString).collect(joining(", "));
    }
  }

  /** Only with KV events: it is not known which rank the endpoint would replay. */
  record ReplayForManyRanks(int rankCount) implements IncompleteReason {
    @Override
    public String text() {
      return "a replay endpoint for " + rankCount + " dp ranks; it serves a worker with one";
    }
  }
}
