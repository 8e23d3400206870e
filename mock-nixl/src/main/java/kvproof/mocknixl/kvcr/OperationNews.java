package kvproof.mocknixl.kvcr;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.message.WriteDone;

/**
 * What reached one operation between two of its steps, as one event.
 *
 * @param isTerminal whether the source is done with the operation
 * @param isFailure whether anything of it was no success
 * @param isRefused whether a {@code write_refused} is what ends it
 * @param completed of the last report, absent if it was no success or its list was unusable
 */
record OperationNews(
    boolean isTerminal, boolean isFailure, boolean isRefused, Optional<List<Long>> completed) {
  static final OperationNews NONE = new OperationNews(false, false, false, Optional.empty());

  /** The source says on the control channel that nothing will be written. */
  static OperationNews withoutWrite(boolean isRefused) {
    return new OperationNews(true, true, isRefused, Optional.empty());
  }

  /** One more report in the same poll: the last one's fields count, but no failure is forgotten. */
  OperationNews plus(WriteDone report) {
    return new OperationNews(
        isTerminal || report.terminal(),
        isFailure || !report.success(),
        false,
        report.success() ? report.completed() : Optional.empty());
  }

  /** A report that ends the operation outranks whatever the control channel says. */
  OperationNews or(OperationNews fromControlChannel) {
    return isTerminal || !fromControlChannel.isTerminal ? this : fromControlChannel;
  }

  /**
   * What was written, as indices into a request of so many keys; absent unless all of it is a
   * success. One index that is no index spoils the whole.
   */
  Optional<List<Long>> validIndices(int keys) {
    return isFailure ? Optional.empty() : completed.filter(indices -> areValid(indices, keys));
  }

  private static boolean areValid(List<Long> indices, int keys) {
    return new HashSet<>(indices).size() == indices.size()
        && indices.stream().allMatch(index -> index >= 0 && index < keys);
  }
}
