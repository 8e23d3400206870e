package kvproof.oracles;

import static kvproof.oracles.HintLawsTest.STEPS;
import static kvproof.oracles.HintLawsTest.right;
import static kvproof.oracles.HintLawsTest.violations;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.BlockInterval;
import org.junit.jupiter.api.Test;

/** For every law of the intervals a list that breaks it; who holds what: {@link HintLawsTest}. */
class IntervalLawsTest {
  @Test
  void continuationsStartAtSomebodysFrontier() {
    assertListRejected(
        "continuation 2/0 [6, 8) starts at no frontier of [4, 7]",
        interval("w1", 0, 4),
        interval("w2", 4, 6),
        interval("w2", 6, 8),
        interval("w3", 0, 7));
  }

  @Test
  void areNotEmptyAndStayInsideThePrompt() {
    assertListRejected(
        "interval 2/0 [7, 7) is empty or leaves the 8 blocks",
        interval("w1", 0, 4),
        interval("w2", 4, 6),
        interval("w2", 7, 7),
        interval("w3", 0, 7));
    assertListRejected(
        "interval 2/0 [4, 9) is empty or leaves the 8 blocks",
        interval("w1", 0, 4),
        interval("w2", 4, 9),
        interval("w3", 0, 7));
  }

  @Test
  void areListedBySourceThenStart() {
    assertListRejected(
        "interval 2/0 [4, 8) is listed behind 3/0 [0, 7)",
        interval("w1", 0, 4),
        interval("w3", 0, 7),
        interval("w2", 4, 8));
  }

  @Test
  void areCanonical() {
    assertListRejected(
        "interval 2/0 [7, 8) is not canonical beside 2/0 [4, 8)",
        interval("w1", 0, 4),
        interval("w2", 4, 8),
        interval("w2", 7, 8),
        interval("w3", 0, 7));
    assertListRejected(
        "interval 3/0 [4, 7) is not canonical beside 3/0 [0, 7)",
        interval("w1", 0, 4),
        interval("w2", 4, 8),
        interval("w3", 0, 7),
        interval("w3", 4, 7));
  }

  @Test
  void areDisjointWhereEveryBlockHasOneHash() {
    Answer overlapping =
        withIntervals(interval("w2", 0, 5), interval("w2", 4, 8), interval("w3", 0, 7));

    assertThat(HintLaws.overlappingIntervals(right(STEPS))).isEmpty();
    assertThat(HintLaws.overlappingIntervals(overlapping))
        .containsExactly("intervals 2/0 [0, 5) and 2/0 [4, 8) overlap");
  }

  @Test
  void rootPrefixesAreTheCandidates() {
    assertListRejected(
        "candidates {1/0=4, 3/0=7} are not the root prefixes {3/0=7}",
        interval("w2", 4, 8),
        interval("w3", 0, 7));
    assertListRejected(
        "7 hashes for candidates up to 4", interval("w1", 0, 4), interval("w2", 4, 8));
  }

  private static void assertListRejected(String law, SourceInterval... intervals) {
    assertThat(violations(STEPS, withIntervals(intervals))).contains(law);
  }

  private static Answer withIntervals(SourceInterval... intervals) {
    Answer answer = right(STEPS);
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), List.of(intervals), answer.choices());
  }

  private static SourceInterval interval(String owner, int start, int end) {
    return new SourceInterval(Notation.owner(owner), new BlockInterval(start, end));
  }
}
