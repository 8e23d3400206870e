package kvproof.events.ingest;

import java.util.OptionalLong;

/**
 * What one live batch brought the stream on by, with all that was recovered for it, and so what of
 * the way from the last sequence to the new one is missing.
 */
final class StepAccount {
  /** Everything up to here is known; all bits set (before 0) if nothing is. */
  private long known;

  private long accountedFor;
  private OptionalLong clearedAt = OptionalLong.empty();
  private long appliedAfterClear;

  StepAccount(StreamCursor before) {
    this.known = before.expected() - 1;
  }

  /**
   * @param clears the batch cleared the stream's own rank
   */
  void applied(long sequence, boolean clears) {
    accountedFor++;
    appliedAfterClear++;
    if (clears) {
      clearedAt = OptionalLong.of(sequence);
      appliedAfterClear = 0;
    }
  }

  /** So many batches are void because a clear came after them. */
  void superseded(int batches) {
    accountedFor += batches;
  }

  /** Nothing up to {@code last} matters any more. */
  void dumped(StreamCursor last) {
    long first = last.expected();
    if (Long.compareUnsigned(first, known + 1) > 0) {
      known = first - 1;
    }
  }

  /** Batches up to where the stream stands now that have not come and will not. */
  long missing(StreamCursor now) {
    return now.expected() - 1 - known - accountedFor;
  }

  /** The same, without those whose effect a clear of the rank undid. */
  long missingSinceClear(StreamCursor now) {
    return clearedAt.isEmpty()
        ? missing(now)
        : now.expected() - 1 - clearedAt.getAsLong() - appliedAfterClear;
  }
}
