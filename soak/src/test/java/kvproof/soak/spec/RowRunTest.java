package kvproof.soak.spec;

import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.spec.AlteredAnswer.by;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.BlockHashes;
import kvproof.model.KvHint;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.spec.LyingSubject.About;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each kind of check passes with the truth and fails with a lie about just that. */
class RowRunTest {
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final Implementation HONEST = LyingSubject.inAnswers(UnaryOperator.identity());

  private static final String STEPS =
      """
      row a
        w1 device 1-2; w1 host 3; w2 host 4
        ask 1-5
      """;

  static Stream<Arguments> lies() {
    return Stream.of(
        answer("device w1 2", it -> it.device.put(W1, new DeviceMatch(3, 102))),
        answer("device w1 2", it -> it.device.clear()),
        answer("last w1 102", it -> it.device.put(W1, new DeviceMatch(2, 103))),
        answer("tiers host", it -> it.walk(DISK, W1, 0, 3, 103)),
        answer("hits host w1 1", it -> it.walk(HOST_PINNED, W1, 0, 3, 103)),
        answer("hits host w1 1", it -> it.lower.clear()),
        answer("next host w1 3 after 103", it -> it.walk(HOST_PINNED, W1, 1, 2, 103)),
        answer("next host w1 3 after 103", it -> it.walk(HOST_PINNED, W1, 1, 3, 102)),
        answer("gain host w1 1", it -> it.walk(HOST_PINNED, W1, 2, 3, 103)),
        answer("gain device w1 2", it -> it.device.clear()),
        answer("chain 101-103", it -> it.candidates = Optional.empty()),
        answer("chain 101-103", it -> it.candidates = candidates(it, 101, 102, 104)),
        answer("prefixes w1 3", it -> it.candidates = noOwner(it)),
        answer("F 3", it -> it.walk(HOST_PINNED, W1, 0, 3, 103)),
        answer("intervals w1 [0,3) w2 [3,4)", it -> it.intervals.removeLast()),
        answer(
            "intervals w1 [0,3) w2 [3,4)", it -> it.intervals.addFirst(it.intervals.removeLast())),
        answer("target w1 at 3 from w2 to 4", it -> it.choices.clear()),
        answer("target w1 at 3 from w2 to 4", it -> it.choices.put(W1, SourceChoice.none(3))),
        answer("target w1 at 3 from w2 to 4", it -> it.choice(W1, known -> with(known, 2, 4))),
        answer("target w1 at 3 from w2 to 4", it -> it.choice(W1, known -> with(known, 3, 5))),
        answer("target w1 at 3 from w2 to 4", it -> it.choice(W1, RowRunTest::withOtherEndpoint)),
        state("count w1 2", About.RESIDENT_BLOCKS),
        state("count w3 -", About.RESIDENT_BLOCKS),
        state("held host w1 1, w2 1", About.HELD_BLOCKS),
        state("dump S w1 p=- [1-2] + S w1 host p=102 [3] + S w2 host p=103 [4]", About.HELD_BLOCKS),
        state("det host 2", About.STATISTICS),
        state("malformed 0", About.STATISTICS),
        state("duplicates 0", About.STATISTICS),
        state("observed +101 +102", About.OBSERVED),
        state("compared at most 5", About.COMPARED),
        state("ineligible no_endpoint 0", About.INELIGIBLE));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("lies")
  void checkFailsWithALieAboutJustThat(String check, Implementation liar) {
    SpecRow row = row("  = " + check);

    assertThat(RowRun.mismatches(row, HONEST)).isEmpty();
    assertThat(RowRun.mismatches(row, liar))
        .extracting(RowRun.Mismatch::text)
        .containsExactly(check);
  }

  @Test
  void statusOfEveryStepIsChecked() {
    assertThat(RowRun.mismatches(row("  = det 0"), LyingSubject.about(About.STATUS))).hasSize(3);
  }

  @Test
  void replayGoesOnWithAFreshRouterThatHoldsTheSame() {
    SpecRow row =
        row(
            """
              w1 device 1-2
              = duplicates 1
              replay
              = duplicates 0; device w1 2; held host w1 1, w2 1\
            """);

    assertThat(RowRun.mismatches(row, HONEST)).isEmpty();
  }

  @Test
  void mismatchNamesFileRowImplementationExpectedAndActual() {
    Implementation liar = LyingSubject.inAnswers(by(it -> it.device.clear()));

    assertThat(RowRun.mismatches(row("  = device w1 2"), liar))
        .singleElement()
        .hasToString(
            """
            test.rows:4 a, liar: device w1 2
              expected  {1/0=2}
              actual    {}\
            """);
  }

  @Test
  void whatIsThrownIsAMismatch() {
    Implementation thrower =
        LyingSubject.inAnswers(
            answer -> {
              throw new IllegalStateException("broken");
            });

    assertThat(RowRun.mismatches(row("  = device w1 2"), thrower))
        .singleElement()
        .asString()
        .contains("test.rows:4 a, liar", "java.lang.IllegalStateException: broken");
  }

  private static SpecRow row(String lines) {
    return SpecRows.parse("test.rows", STEPS + lines + "\n", HashSpelling.PLAIN).getFirst();
  }

  private static Arguments answer(String check, Consumer<AlteredAnswer> lie) {
    return arguments(check, LyingSubject.inAnswers(by(lie)));
  }

  private static Arguments state(String check, About about) {
    return arguments(check, LyingSubject.about(about));
  }

  private static Optional<TransferCandidates> candidates(AlteredAnswer answer, long... chain) {
    return answer.candidates.map(
        known -> new TransferCandidates(BlockHashes.of(chain), known.owners()));
  }

  private static Optional<TransferCandidates> noOwner(AlteredAnswer answer) {
    return answer.candidates.map(known -> new TransferCandidates(known.chain(), new TreeMap<>()));
  }

  private static SourceChoice with(SourceChoice known, int frontier, int end) {
    return new SourceChoice(frontier, known.source(), end, known.hint());
  }

  private static SourceChoice withOtherEndpoint(SourceChoice known) {
    KvHint hint = KvHint.fetch("q4", BlockHashes.of(101, 102, 103, 104), "tcp://w3:9000");
    return new SourceChoice(known.frontier(), known.source(), known.end(), Optional.of(hint));
  }
}
