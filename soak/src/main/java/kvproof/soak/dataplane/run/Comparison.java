package kvproof.soak.dataplane.run;

import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchResult;
import kvproof.oracles.WrongBytes;
import kvproof.soak.fetch.WhoseBytes;

/** Sets what was seen of a fetch against what the oracle expects. */
final class Comparison {
  private Comparison() {}

  /** Strikes, result, and whose bytes the wrong ones are. */
  static void compare(TrialScene scene) {
    Findings findings = scene.findings();
    if (findings.isStruck() != scene.expected().strikes()) {
      findings.differ(
          findings.isStruck()
              ? "a fault struck that was not to strike"
              : "the fault was to strike and did not");
    }
    List<String> whose = findings.sighting().whoseBytes();
    List<String> mustBe = whoseMustBe(scene);
    if (!whose.equals(mustBe)) {
      findings.differ("wrong bytes must be " + mustBe + "; were " + whose);
    }
    FetchResult must = scene.expected().result();
    FetchResult is = findings.actual().orElseThrow();
    if (!is.equals(must)) {
      String text = "expected " + must + "; was " + is;
      if (isLate(must, is)) {
        findings.late(text);
      } else {
        findings.differ(text);
      }
    }
  }

  /** Of memory that nobody had written before: each case has memory of its own. */
  private static List<String> whoseMustBe(TrialScene scene) {
    int blockBytes = scene.plan().layout().blockBytes();
    return scene.expected().wrongBytes().stream()
        .map(wrong -> new WrongBlock(wrong.hash(), finding(wrong, blockBytes)).toString())
        .toList();
  }

  private static ContentFinding finding(WrongBytes wrong, int blockBytes) {
    return WhoseBytes.finding(wrong, blockBytes, Optional.empty());
  }

  /**
   * Whether it differs as a fetch does that a timeout has ended on a busy machine, and in nothing
   * else: nothing was brought, no byte was wrong, and nothing is credited that ought not to be.
   */
  static boolean isLate(FetchResult must, FetchResult is) {
    boolean isTimeUnexpected =
        (is.isTimedOut() && !must.isTimedOut()) || (is.wasQuarantined() && !must.wasQuarantined());
    return isTimeUnexpected
        && is.isHintFailed()
        && is.wrongBlocks().isEmpty()
        && isEmptyHanded(must.outcome(), is.outcome());
  }

  private static boolean isEmptyHanded(FetchOutcome must, FetchOutcome is) {
    return is.status() == FetchOutcome.Status.FAILED
        && is.asked() == must.asked()
        && is.delivered() == 0
        && is.credit() <= must.credit()
        && is.creditAfterHoleComputed() <= must.creditAfterHoleComputed();
  }
}
