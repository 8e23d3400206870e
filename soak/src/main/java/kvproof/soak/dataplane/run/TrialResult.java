package kvproof.soak.dataplane.run;

import java.util.List;
import java.util.Optional;
import kvproof.model.FetchResult;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.timeline.Timeline;

/**
 * What came of one case.
 *
 * @param asked who was asked; absent if it did not come to that
 * @param expected what the oracle says must be seen, {@code actual} what was; absent if it did not
 *     come to that
 * @param differences what is not as it must be, in words; empty: the case agrees
 * @param isOnlyLate whether nothing differs but that a timeout passed where none was to pass
 * @param firstTry what came of the case before, where that was only late and with a short timeout
 */
public record TrialResult(
    FetchPlan plan,
    Optional<WorkerWithDpRank> asked,
    Optional<FetchResult> expected,
    Optional<FetchResult> actual,
    Sighting seen,
    List<String> differences,
    boolean isOnlyLate,
    Timeline timeline,
    Optional<TrialResult> firstTry) {
  public TrialResult {
    differences = List.copyOf(differences);
    if (isOnlyLate && differences.isEmpty()) {
      throw new IllegalArgumentException("late, but nothing differs: case " + plan.number());
    }
  }

  /**
   * What is seen of a fetch beside its result.
   *
   * @param isStruck whether the fault came about
   * @param checkedBytes bytes that arrived in this fetch and were compared
   * @param withheld slots of the target that are never used again
   * @param whoseBytes blocks that arrived with other bytes, and whose those are
   * @param remarks what else is worth saying, in words
   * @param nanos from asking to being told
   */
  public record Sighting(
      boolean isStruck,
      long checkedBytes,
      int withheld,
      List<String> whoseBytes,
      List<String> remarks,
      long nanos) {
    public Sighting {
      whoseBytes = List.copyOf(whoseBytes);
      remarks = List.copyOf(remarks);
    }
  }

  /** The same as the second try of a case. */
  TrialResult after(TrialResult first) {
    return new TrialResult(
        plan, asked, expected, actual, seen, differences, isOnlyLate, timeline, Optional.of(first));
  }

  /** Whether all is as it must be. */
  public boolean agrees() {
    return differences.isEmpty();
  }

  /** Bytes that arrived and were right. */
  public long deliveredBytes() {
    return actual.map(result -> result.outcome().delivered()).orElse(0)
        * (long) plan.layout().blockBytes();
  }
}
