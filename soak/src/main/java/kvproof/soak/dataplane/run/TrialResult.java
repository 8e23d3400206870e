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
 * @param checkedBytes bytes of blocks that were looked at
 * @param whoseBytes blocks that arrived with other bytes, and whose those are
 * @param nanos from asking to being told
 * @param differences what is not as it must be, in words; empty: the case agrees
 * @param isRepeated whether a first try, with a short timeout, had differed
 */
public record TrialResult(
    FetchPlan plan,
    Optional<WorkerWithDpRank> asked,
    Optional<FetchResult> expected,
    Optional<FetchResult> actual,
    long checkedBytes,
    List<String> whoseBytes,
    long nanos,
    List<String> differences,
    Timeline timeline,
    boolean isRepeated) {
  public TrialResult {
    whoseBytes = List.copyOf(whoseBytes);
    differences = List.copyOf(differences);
  }

  /** The same, of a second try. */
  TrialResult repeated() {
    return new TrialResult(
        plan,
        asked,
        expected,
        actual,
        checkedBytes,
        whoseBytes,
        nanos,
        differences,
        timeline,
        true);
  }

  public boolean agrees() {
    return differences.isEmpty();
  }

  /** Bytes that arrived and were right. */
  public long deliveredBytes() {
    return actual.map(result -> result.outcome().delivered()).orElse(0)
        * (long) plan.shape().blockBytes();
  }
}
