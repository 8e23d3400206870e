package kvproof.soak.run;

import static kvproof.model.Verdict.Kind.WRONG_VALUE;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.HashText;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.Verdict;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Holds one answer against the one that was expected, part by part: device, lower tiers, where the
 * walk goes on, candidates, intervals, then frontier, choice and hint of each target.
 *
 * <p>Each difference says what it is about and how many blocks too many or too few were claimed. A
 * part that only follows from a difference already reported, such as the hint of a wrong source, is
 * left out.
 */
public final class AnswerComparison {
  private AnswerComparison() {}

  /** Agreed, or every difference in the order of the parts. */
  public static Verdict compare(
      Request request, Answer expected, String expectedBy, Answer actual) {
    List<Difference> found = differences(request, expected, expectedBy, actual);
    return found.isEmpty() ? new Verdict.Agreed() : new Verdict.Diverged(found);
  }

  static List<Difference> differences(
      Request request, Answer expected, String expectedBy, Answer actual) {
    if (expected.equals(actual)) {
      return List.of();
    }
    var differences = new Differences(expectedBy);
    String id = request.id();
    compareDevice(id, expected.device(), actual.device(), differences);
    new TierComparison(id, differences).compare(expected.lower(), actual.lower());
    compareCandidates(id, expected.candidates(), actual.candidates(), differences);
    new IntervalComparison(id, differences).compare(expected.intervals(), actual.intervals());
    new ChoiceComparison(id, differences).compare(expected.choices(), actual.choices());
    if (differences.found().isEmpty()) {
      throw new AssertionError("no part differs, yet " + expected + " is not " + actual);
    }
    return differences.found();
  }

  private static void compareDevice(
      String id,
      SortedMap<WorkerWithDpRank, DeviceMatch> expected,
      SortedMap<WorkerWithDpRank, DeviceMatch> actual,
      Differences differences) {
    for (WorkerWithDpRank rank : Differences.eitherKey(expected, actual)) {
      DeviceMatch wanted = expected.get(rank);
      DeviceMatch got = actual.get(rank);
      if (blocks(wanted) == blocks(got)) {
        differences.addText("device", id + ", " + rank, text(wanted), text(got));
      } else {
        differences.addBlocks("device", id + ", " + rank, blocks(wanted), blocks(got));
      }
    }
  }

  private static int blocks(@Nullable DeviceMatch match) {
    return match == null ? 0 : match.blocks();
  }

  private static String text(@Nullable DeviceMatch match) {
    return match == null
        ? "not listed"
        : Differences.blocks(match.blocks())
            + ", the last one "
            + HashText.print(match.lastExternalHash());
  }

  private static void compareCandidates(
      String id,
      Optional<TransferCandidates> expected,
      Optional<TransferCandidates> actual,
      Differences differences) {
    if (expected.isPresent() != actual.isPresent()) {
      differences.add("candidates", WRONG_VALUE, id, text(expected), text(actual));
      return;
    }
    SortedMap<Owner, Integer> wanted = owners(expected);
    SortedMap<Owner, Integer> got = owners(actual);
    for (Owner owner : Differences.eitherKey(wanted, got)) {
      differences.addBlocks(
          "candidates",
          id + ", " + owner,
          wanted.getOrDefault(owner, 0),
          got.getOrDefault(owner, 0));
    }
    differences.addText("candidates", id + ", chain", chain(expected), chain(actual));
  }

  private static SortedMap<Owner, Integer> owners(Optional<TransferCandidates> candidates) {
    return candidates.map(TransferCandidates::owners).orElseGet(TreeMap::new);
  }

  private static String chain(Optional<TransferCandidates> candidates) {
    return candidates.map(present -> present.chain().toString()).orElse("none");
  }

  private static String text(Optional<TransferCandidates> candidates) {
    return candidates.map(present -> present.owners().toString()).orElse("none");
  }
}
