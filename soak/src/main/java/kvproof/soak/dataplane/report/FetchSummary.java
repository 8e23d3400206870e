package kvproof.soak.dataplane.report;

import java.util.List;
import kvproof.model.FetchOutcome.Status;
import kvproof.soak.dataplane.plan.Scenario;
import kvproof.soak.dataplane.run.TrialResult;
import kvproof.soak.digest.Digest;
import kvproof.soak.report.SeedText;

/** The closing line of a run of fetches. */
public record FetchSummary(long seed, List<TrialResult> results) {
  public FetchSummary {
    results = List.copyOf(results);
  }

  public static FetchSummary of(FetchReport report) {
    return new FetchSummary(report.seed(), report.results());
  }

  /** Cases that are not as they must be. */
  public long diverged() {
    return results.stream().filter(result -> !result.agrees()).count();
  }

  /**
   * {@code FETCH seed=0x... cases=... ...}, without a line end. {@code suffix_exact} are suffix
   * fetches that delivered all that was asked, every byte of it right; {@code faults} are cases
   * with a fault that came about, {@code bytes_checked} bytes that arrived in a fetch and were
   * compared; {@code wrong_blocks} are blocks that arrived with other bytes and were found out;
   * {@code repeated} cases were too late with a short timeout, as on a busy machine, and count as
   * they went with a long one; the digest covers plans and all that was seen, and no time.
   */
  public String line() {
    return "FETCH seed="
        + SeedText.print(seed)
        + " cases="
        + results.size()
        + " suffix="
        + results.stream().filter(FetchSummary::isSuffix).count()
        + " suffix_exact="
        + results.stream().filter(FetchSummary::isExactSuffix).count()
        + " delivered="
        + count(Status.DELIVERED)
        + " partial="
        + count(Status.PARTIAL)
        + " refused="
        + count(Status.REFUSED)
        + " failed="
        + count(Status.FAILED)
        + " nothing_needed="
        + count(Status.NOTHING_NEEDED)
        + " faults="
        + results.stream().filter(FetchSummary::isStruckByFault).count()
        + " bytes_delivered="
        + results.stream().mapToLong(TrialResult::deliveredBytes).sum()
        + " bytes_checked="
        + results.stream().mapToLong(result -> result.seen().checkedBytes()).sum()
        + " wrong_blocks="
        + results.stream().mapToLong(FetchSummary::wrongBlocks).sum()
        + " repeated="
        + results.stream().filter(result -> result.firstTry().isPresent()).count()
        + " diverged="
        + diverged()
        + " digest="
        + SeedText.digits(digest());
  }

  private static boolean isSuffix(TrialResult result) {
    return result.plan().scenario() == Scenario.SUFFIX;
  }

  private static boolean isStruckByFault(TrialResult result) {
    return result.plan().scenario() == Scenario.FAULT && result.seen().isStruck();
  }

  private static boolean isExactSuffix(TrialResult result) {
    return isSuffix(result)
        && result.agrees()
        && result.actual().map(is -> is.outcome().status()).orElse(Status.FAILED)
            == Status.DELIVERED;
  }

  private long count(Status status) {
    return results.stream()
        .filter(result -> result.actual().filter(is -> is.outcome().status() == status).isPresent())
        .count();
  }

  private static long wrongBlocks(TrialResult result) {
    return result.actual().map(is -> is.wrongBlocks().size()).orElse(0);
  }

  private long digest() {
    var digest = new Digest();
    for (TrialResult result : results) {
      digest
          .add(result.plan().title())
          .add(result.plan().seed())
          .add(result.plan().externalHashes())
          .add(result.plan().layout().toString())
          .add(result.asked().map(Object::toString).orElse("-"))
          .add(result.actual().map(Object::toString).orElse("-"))
          .add(result.seen().isStruck() ? 1 : 0)
          .add(result.seen().checkedBytes())
          .add(result.seen().withheld())
          .add(result.agrees() ? 0 : 1);
      result.seen().whoseBytes().forEach(digest::add);
    }
    return digest.value();
  }
}
