package kvproof.model;

import java.util.List;
import java.util.SortedMap;

/**
 * What stands in front of an index: makes index steps of whatever arrives.
 *
 * <p>Takes every step of a history in its order. For one thread at a time.
 */
public interface IndexFront {

  /**
   * What the index has to take, in this order; may be nothing.
   *
   * <p>An index step comes back as it is, and may change what is remembered of its owner.
   */
  List<IndexStep> take(CaseStep step);

  /** What was counted since the start, by name; what was never counted may be missing. */
  SortedMap<String, Long> counts();
}
