package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.BlockInterval;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.report.Divergence;
import org.junit.jupiter.api.Test;

/**
 * Overlapping intervals break a law where each block has one hash, whatever a case calls itself.
 */
class LawCheckTest {

  /** Rank 1/1 holds position 2 under two hashes: its root prefix and its continuation overlap. */
  private static Case withTwoHashesForOneBlock(String profile) {
    return CaseText.parse(
        """
        kvproof-case 1
        profile %s
        seed 7
        store 2/0 device root 1:101
        store 1/1 host_pinned 101 2:102 3:103
        store 1/0 device root 1:101 2:102 3:103
        store 1/1 device 101 2:102 3:104
        store 1/1 device root 1:101
        ask q1 local 1 2 3 targets
        """
            .formatted(profile));
  }

  private static Case withOneHashPerBlock(String profile) {
    return CaseText.parse(
        """
        kvproof-case 1
        profile %s
        seed 7
        store 2/0 device root 1:101
        store 1/0 device root 1:101 2:102 3:103
        ask q1 local 1 2 3 targets
        """
            .formatted(profile));
  }

  private static List<String> brokenLaws(Case soakCase, Side everybody) {
    Contest contest = new Contest(everybody, List.of(everybody), List.of(new LawCheck()));
    return new CaseRunner(contest)
        .run(soakCase).divergence().stream()
            .map(Divergence::differences)
            .flatMap(List::stream)
            .map(Difference::actual)
            .toList();
  }

  /** Makes two intervals that overlap of one of three blocks. */
  private static Answer overlapping(Answer answer) {
    List<SourceInterval> intervals = new ArrayList<>();
    for (SourceInterval held : answer.intervals()) {
      if (held.interval().equals(new BlockInterval(0, 3))) {
        intervals.add(new SourceInterval(held.owner(), new BlockInterval(0, 2)));
        intervals.add(new SourceInterval(held.owner(), new BlockInterval(1, 3)));
      } else {
        intervals.add(held);
      }
    }
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), intervals, answer.choices());
  }

  @Test
  void blockWithTwoHashesMayBeInTwoIntervals() {
    Side oracle = new Side("oracle", OwnerInventoryOracle::new);

    assertThat(brokenLaws(withTwoHashesForOneBlock("irregular"), oracle)).isEmpty();
    assertThat(brokenLaws(withTwoHashesForOneBlock("consistent"), oracle)).isEmpty();
    assertThat(brokenLaws(withTwoHashesForOneBlock("by-hand"), oracle)).isEmpty();
  }

  @Test
  void blockWithOneHashMayNot() {
    Side liar = LyingRouter.inAnswers(LawCheckTest::overlapping);

    for (String profile : List.of("consistent", "irregular", "by-hand")) {
      assertThat(brokenLaws(withOneHashPerBlock(profile), liar))
          .contains("intervals 1/0 [0, 2) and 1/0 [1, 3) overlap");
    }
  }
}
