package kvproof.mocknixl.kvcr;

import java.util.List;
import kvproof.mocknixl.kvcr.message.BlockKey;

/** What a target tells its worker, in the order in which it happened. */
public sealed interface TargetEvent {
  long operation();

  /** The operation is in another state now. */
  record Entered(long operation, TargetState state, long atNanos) implements TargetEvent {}

  /**
   * What the caller gets, once for each operation.
   *
   * @param success whether the source reported a valid success, with whatever blocks
   * @param delivered of the keys that were asked for, in their order
   * @param failed the rest, those included that were never sent
   * @param isTimedOut whether the deadline ended it
   * @param isRefused whether a {@code write_refused} ended it
   */
  record Completed(
      long operation,
      String requestId,
      boolean success,
      List<BlockKey> delivered,
      List<BlockKey> failed,
      boolean isTimedOut,
      boolean isRefused)
      implements TargetEvent {
    public Completed {
      delivered = List.copyOf(delivered);
      failed = List.copyOf(failed);
    }
  }

  /**
   * Nothing writes into the destinations any more: they are the worker's again. Once for each
   * operation, with or after {@link Completed}; never for one that stays quarantined.
   */
  record Quiet(long operation) implements TargetEvent {}

  /** The operation is quarantined: its destinations must not be touched. */
  record Uncertain(long operation) implements TargetEvent {}
}
