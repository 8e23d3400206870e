package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.BlockHashes;
import kvproof.model.BlockInterval;
import kvproof.model.KvHint;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.Verdict;
import kvproof.model.Verdict.Agreed;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Diverged;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The true answer is that of this state; each doctored one is wrong in one part.
 *
 * <pre>
 *   position  0 1 2 3 4
 *   1/0       D D H . .      frontier 3
 *   2/0       . . . H H      continuation [3, 5)
 * </pre>
 */
class AnswerComparisonTest {
  private static final WorkerWithDpRank FIRST = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank SECOND = new WorkerWithDpRank(2, 0);
  private static final WorkerWithDpRank THIRD = new WorkerWithDpRank(3, 0);
  private static final Request REQUEST =
      new Request("q1", BlockHashes.of(1, 2, 3, 4, 5), List.of(FIRST));
  private static final BlockHashes CHAIN = BlockHashes.of(101, 102, 103, 104, 105);

  private static final Answer TRUE_ANSWER =
      new Answer(
          sorted(Map.of(FIRST, new DeviceMatch(2, 102))),
          lower(1, new WalkPosition(3, OptionalLong.of(103))),
          Optional.of(candidates(3, CHAIN.slice(0, 3))),
          intervals(FIRST, 0, 3, SECOND, 3, 5),
          sorted(Map.of(FIRST, fetch(3, SECOND, 5))));

  private static <K extends Comparable<? super K>, V> SortedMap<K, V> sorted(Map<K, V> map) {
    return new TreeMap<>(map);
  }

  private static SortedMap<StorageTier, TierAnswer> lower(int hits, WalkPosition next) {
    var tier = new TierAnswer(sorted(Map.of(FIRST, hits)), sorted(Map.of(FIRST, next)));
    return sorted(Map.of(StorageTier.HOST_PINNED, tier));
  }

  private static TransferCandidates candidates(int blocks, BlockHashes chain) {
    SortedMap<Owner, Integer> owners = new TreeMap<>();
    owners.put(FIRST, blocks);
    return new TransferCandidates(chain, owners);
  }

  private static List<SourceInterval> intervals(
      Owner owner, int start, int end, Owner otherOwner, int otherStart, int otherEnd) {
    return List.of(
        new SourceInterval(owner, new BlockInterval(start, end)),
        new SourceInterval(otherOwner, new BlockInterval(otherStart, otherEnd)));
  }

  private static SourceChoice fetch(int frontier, WorkerWithDpRank source, int end) {
    return fetch(frontier, source, end, "tcp://w2:9000");
  }

  private static SourceChoice fetch(
      int frontier, WorkerWithDpRank source, int end, String endpoint) {
    KvHint hint = KvHint.fetch("q1", CHAIN.slice(0, end), endpoint);
    return new SourceChoice(frontier, Optional.of(source), end, Optional.of(hint));
  }

  @Test
  void equalAnswersAgree() {
    assertThat(compare(TRUE_ANSWER)).isEqualTo(new Agreed());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("doctoredAnswers")
  void eachWrongPartIsNamedWithHowItIsWrong(
      String name,
      UnaryOperator<Answer> doctoring,
      String part,
      Kind kind,
      String where,
      String expected,
      String actual) {
    Verdict verdict = compare(doctoring.apply(TRUE_ANSWER));

    assertThat(verdict)
        .isEqualTo(
            new Diverged(List.of(new Difference(part, kind, where, expected, "oracle", actual))));
  }

  static Stream<Arguments> doctoredAnswers() {
    return Stream.of(
        doctored(
            "a device block too many",
            device(Map.of(FIRST, new DeviceMatch(3, 103))),
            "device",
            Kind.OVER_CREDIT,
            "q1, 1/0",
            "2 blocks",
            "3 blocks, 1 too many"),
        doctored(
            "a rank forgotten on the device",
            device(Map.of()),
            "device",
            Kind.UNDER_CREDIT,
            "q1, 1/0",
            "2 blocks",
            "0 blocks, 2 too few"),
        doctored(
            "a rank listed that holds nothing",
            device(Map.of(FIRST, new DeviceMatch(2, 102), THIRD, new DeviceMatch(0, 0))),
            "device",
            Kind.WRONG_VALUE,
            "q1, 3/0",
            "not listed",
            "0 blocks, the last one 0"),
        doctored(
            "another last hash",
            device(Map.of(FIRST, new DeviceMatch(2, 202))),
            "device",
            Kind.WRONG_VALUE,
            "q1, 1/0",
            "2 blocks, the last one 102",
            "2 blocks, the last one 202"),
        doctored(
            "a tier left out",
            answer -> withLower(answer, new TreeMap<>()),
            "lower",
            Kind.WRONG_VALUE,
            "q1, host_pinned",
            "listed",
            "not listed"),
        doctored(
            "a hit too few",
            answer -> withLower(answer, lower(0, new WalkPosition(3, OptionalLong.of(103)))),
            "lower",
            Kind.UNDER_CREDIT,
            "q1, host_pinned, 1/0",
            "1 block",
            "0 blocks, 1 too few"),
        doctored(
            "no hit listed where none is zero",
            AnswerComparisonTest::withZeroHitOfThird,
            "lower",
            Kind.WRONG_VALUE,
            "q1, host_pinned, 3/0",
            "does not walk the tier",
            "walks the tier"),
        doctored(
            "the walk goes on elsewhere",
            answer -> withLower(answer, lower(1, new WalkPosition(3, OptionalLong.of(203)))),
            "next",
            Kind.WRONG_VALUE,
            "q1, host_pinned, 1/0",
            "3 after 103",
            "3 after 203"),
        doctored(
            "the walk goes on after no block",
            answer -> withLower(answer, lower(1, new WalkPosition(3, OptionalLong.empty()))),
            "next",
            Kind.WRONG_VALUE,
            "q1, host_pinned, 1/0",
            "3 after 103",
            "3 after root"),
        doctored(
            "no candidates",
            answer -> withCandidates(answer, Optional.empty()),
            "candidates",
            Kind.WRONG_VALUE,
            "q1",
            "{1/0=3}",
            "none"),
        doctored(
            "a candidate too short",
            answer -> withCandidates(answer, Optional.of(candidates(2, CHAIN.slice(0, 3)))),
            "candidates",
            Kind.UNDER_CREDIT,
            "q1, 1/0",
            "3 blocks",
            "2 blocks, 1 too few"),
        doctored(
            "another chain",
            answer -> withCandidates(answer, Optional.of(candidates(3, CHAIN.slice(1, 4)))),
            "candidates",
            Kind.WRONG_VALUE,
            "q1, chain",
            "101 102 103",
            "102 103 104"),
        doctored(
            "an interval too long",
            answer -> withIntervals(answer, intervals(FIRST, 0, 4, SECOND, 3, 5)),
            "intervals",
            Kind.OVER_CREDIT,
            "q1, 1/0",
            "[0, 3)",
            "[0, 4), 1 too many"),
        doctored(
            "an interval forgotten",
            answer -> withIntervals(answer, TRUE_ANSWER.intervals().subList(0, 1)),
            "intervals",
            Kind.UNDER_CREDIT,
            "q1, 2/0",
            "[3, 5)",
            "none, 2 too few"),
        doctored(
            "an interval moved",
            answer -> withIntervals(answer, intervals(FIRST, 0, 3, SECOND, 2, 4)),
            "intervals",
            Kind.OVER_CREDIT,
            "q1, 2/0",
            "[3, 5)",
            "[2, 4), 1 too many, 1 too few"),
        doctored(
            "intervals in another order",
            answer -> withIntervals(answer, intervals(SECOND, 3, 5, FIRST, 0, 3)),
            "intervals",
            Kind.WRONG_VALUE,
            "q1, order",
            "[1/0 [0, 3), 2/0 [3, 5)]",
            "[2/0 [3, 5), 1/0 [0, 3)]"),
        doctored(
            "a frontier too far",
            answer -> withChoices(answer, Map.of(FIRST, fetch(4, SECOND, 5))),
            "frontier",
            Kind.OVER_CREDIT,
            "q1, target 1/0",
            "3 blocks",
            "4 blocks, 1 too many"),
        doctored(
            "another source",
            answer -> withChoices(answer, Map.of(FIRST, fetch(3, THIRD, 5))),
            "choice",
            Kind.WRONG_SOURCE,
            "q1, target 1/0",
            "fetch [3, 5) from 2/0",
            "fetch [3, 5) from 3/0"),
        doctored(
            "no source",
            answer -> withChoices(answer, Map.of(FIRST, SourceChoice.none(3))),
            "choice",
            Kind.WRONG_SOURCE,
            "q1, target 1/0",
            "fetch [3, 5) from 2/0",
            "no fetch at 3"),
        doctored(
            "another end",
            answer -> withChoices(answer, Map.of(FIRST, fetch(3, SECOND, 4))),
            "choice",
            Kind.WRONG_END,
            "q1, target 1/0",
            "fetch [3, 5) from 2/0",
            "fetch [3, 4) from 2/0"),
        doctored(
            "an end before the frontier",
            answer -> withChoices(answer, Map.of(FIRST, fetch(3, SECOND, 2))),
            "choice",
            Kind.WRONG_END,
            "q1, target 1/0",
            "fetch [3, 5) from 2/0",
            "fetch [3, 2) from 2/0"),
        doctored(
            "a target left out",
            answer -> withChoices(answer, Map.of()),
            "choice",
            Kind.WRONG_VALUE,
            "q1, target 1/0",
            "fetch [3, 5) from 2/0",
            "no answer"),
        doctored(
            "the endpoint of somebody else",
            answer -> withChoices(answer, Map.of(FIRST, fetch(3, SECOND, 5, "tcp://w3:9000"))),
            "hint",
            Kind.WRONG_VALUE,
            "q1, target 1/0",
            hint("tcp://w2:9000"),
            hint("tcp://w3:9000")));
  }

  private static String hint(String endpoint) {
    return "q1 0.1 Fetch[actionId=a1, blockHashes=101 102 103 104 105, sourceControlEndpoint="
        + endpoint
        + "]";
  }

  private static Arguments doctored(
      String name,
      UnaryOperator<Answer> doctoring,
      String part,
      Kind kind,
      String where,
      String expected,
      String actual) {
    return Arguments.of(name, doctoring, part, kind, where, expected, actual);
  }

  private static Verdict compare(Answer actual) {
    return AnswerComparison.compare(REQUEST, TRUE_ANSWER, "oracle", actual);
  }

  private static UnaryOperator<Answer> device(Map<WorkerWithDpRank, DeviceMatch> device) {
    return answer ->
        new Answer(
            sorted(device),
            answer.lower(),
            answer.candidates(),
            answer.intervals(),
            answer.choices());
  }

  private static Answer withZeroHitOfThird(Answer answer) {
    TierAnswer tier = answer.lower().get(StorageTier.HOST_PINNED);
    SortedMap<WorkerWithDpRank, Integer> hits = new TreeMap<>(tier.hits());
    hits.put(THIRD, 0);
    return withLower(
        answer, sorted(Map.of(StorageTier.HOST_PINNED, new TierAnswer(hits, tier.next()))));
  }

  private static Answer withLower(Answer answer, SortedMap<StorageTier, TierAnswer> lower) {
    return new Answer(
        answer.device(), lower, answer.candidates(), answer.intervals(), answer.choices());
  }

  private static Answer withCandidates(Answer answer, Optional<TransferCandidates> candidates) {
    return new Answer(
        answer.device(), answer.lower(), candidates, answer.intervals(), answer.choices());
  }

  private static Answer withIntervals(Answer answer, List<SourceInterval> intervals) {
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), intervals, answer.choices());
  }

  private static Answer withChoices(Answer answer, Map<WorkerWithDpRank, SourceChoice> choices) {
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), answer.intervals(), sorted(choices));
  }
}
