package kvproof.mocknixl.kvcr.message;

import java.util.List;
import java.util.Optional;

/**
 * The report about a write, a notification of the data plane.
 *
 * @param operation the target's handle
 * @param success exactly {@code true} on the wire
 * @param completed indices into the request's keys of the blocks that were written; absent if the
 *     field was missing or held anything but integers. Whether they fit the request is for the
 *     target to find
 * @param terminal whether the source is done with the operation; if not, it may still write
 */
public record WriteDone(
    long operation, boolean success, Optional<List<Long>> completed, boolean terminal) {
  public WriteDone {
    completed = completed.map(List::copyOf);
  }

  public static WriteDone written(long operation, List<Long> completed) {
    return new WriteDone(operation, true, Optional.of(completed), true);
  }

  public static WriteDone failed(long operation) {
    return new WriteDone(operation, false, Optional.empty(), true);
  }

  /** The source is cancelling; the destination may still be written. */
  public static WriteDone cancelling(long operation) {
    return new WriteDone(operation, false, Optional.empty(), false);
  }
}
