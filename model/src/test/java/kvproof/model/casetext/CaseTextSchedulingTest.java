package kvproof.model.casetext;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvproof.model.Admission;
import kvproof.model.AffinityTarget;
import kvproof.model.BlockHashes;
import kvproof.model.BlockInterval;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.CostWeights;
import kvproof.model.QueueClass;
import kvproof.model.QueueClass.Cell;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.RequestOverride;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaseTextSchedulingTest {
  private static final String HEAD = "kvproof-case 1\nprofile full\nseed 1\n";
  private static final OptionalLong NONE = OptionalLong.empty();

  /** The value of {@code scheduling.case}, in the order of its lines. */
  private static final List<CaseStep> EVERY_STEP =
      List.of(
          new Configured(plain()),
          new Configured(everySetting()),
          new WorkersReplaced(List.of()),
          new WorkersReplaced(
              List.of(
                  SchedulableWorker.of(-1, -6, 1),
                  new SchedulableWorker(1, 0, 2, OptionalLong.of(8192), taints("b c", "a")))),
          new HealthReplaced(WorkerHealth.good()),
          new HealthReplaced(new WorkerHealth(Optional.of(ids()), ids())),
          new HealthReplaced(new WorkerHealth(Optional.of(ids(-1, 1)), ids(1))),
          new HealthReplaced(new WorkerHealth(Optional.empty(), ids(2))),
          new ClockAdvanced(0),
          new ClockAdvanced(2_500_000_000L),
          new ClockAdvanced(7_000),
          new ClockAdvanced(Long.MAX_VALUE),
          new AnswersHeld(true),
          new AnswersHeld(false),
          new Submitted(SelectionRequest.of("q1", Admission.BOOK, hashes(1, 2, 3), 14)),
          new Submitted(SelectionRequest.of("", Admission.QUERY, hashes(), 0)),
          new Submitted(untracked()),
          new Submitted(everyWish()),
          new Submitted(
              SelectionRequest.of("q4", Admission.BOOK, hashes(1, 2), 8)
                  .with(
                      RequestConstraints.none()
                          .withAllowedWorkers(ids(2, 1))
                          .withAffinity(new AffinityTarget(7, OptionalInt.of(-1))))
                  .withSharedHits(List.of())),
          new PrefillCompleted("q1"),
          new OutputProduced("q1", 2, 0.25),
          new Released("q 1"),
          new Cancelled("q1"));

  private static SchedulerSettings plain() {
    return new SchedulerSettings(
        16,
        false,
        CostWeights.defaults(),
        0,
        true,
        QueueProfile.synthetic(OptionalDouble.empty(), QueueOrder.LCFS),
        NONE,
        NONE,
        NONE,
        0);
  }

  private static SchedulerSettings everySetting() {
    QueueClass cached =
        new QueueClass(
            "s0",
            Optional.of(new Cell("standard", "cached")),
            QueueOrder.FCFS,
            3,
            OptionalLong.of(0),
            OptionalDouble.of(0.5),
            OptionalLong.of(0),
            OptionalLong.of(100),
            OptionalLong.of(50));
    QueueClass uncached =
        new QueueClass(
            "s1",
            Optional.of(new Cell("standard", "uncached")),
            QueueOrder.WSPT,
            1,
            NONE,
            OptionalDouble.empty(),
            NONE,
            NONE,
            NONE);
    QueueClass extra =
        new QueueClass(
            "extra one",
            Optional.empty(),
            QueueOrder.FCFS,
            7,
            NONE,
            OptionalDouble.empty(),
            NONE,
            NONE,
            OptionalLong.of(0));
    return new SchedulerSettings(
        4,
        true,
        new CostWeights(2, 0.1, 1e-9, 3, 0.5, 1, 1.0 / 3),
        0.5,
        false,
        new QueueProfile(
            List.of(cached, uncached, extra),
            List.of(new CacheBucket("cached", 0), new CacheBucket("uncached", 32)),
            Optional.of("standard")),
        OptionalLong.of(10_000_000_000L),
        OptionalLong.of(300_000_000_000L),
        OptionalLong.of(1_000_000),
        -1);
  }

  private static SelectionRequest untracked() {
    return new SelectionRequest(
        "q2",
        Admission.LEASE,
        hashes(1, 2, 3),
        hashes(),
        14,
        RequestConstraints.none(),
        QueueWishes.none(),
        RequestOverride.none(),
        Optional.empty(),
        OptionalInt.empty());
  }

  private static SelectionRequest everyWish() {
    SortedMap<String, Double> preferred = new TreeMap<>();
    preferred.put("z", -0.0);
    preferred.put("a", 0.5);
    return new SelectionRequest(
        "q3",
        Admission.ADVISORY,
        hashes(1, 2, 3),
        hashes(11, 12, 13),
        14,
        new RequestConstraints(
            Optional.of(ids()),
            Optional.of(new WorkerWithDpRank(1, 0)),
            Optional.of(new AffinityTarget(7, OptionalInt.empty())),
            taints("b c", "a"),
            preferred),
        new QueueWishes("extra one", -1, Double.POSITIVE_INFINITY, OptionalLong.of(9_000_000_000L)),
        new RequestOverride(
            OptionalDouble.of(0),
            OptionalDouble.of(2),
            OptionalDouble.of(0.1),
            OptionalDouble.of(1),
            Optional.of(false),
            Optional.of(true)),
        Optional.of(List.of(new BlockInterval(0, 2), new BlockInterval(3, 3))),
        OptionalInt.of(100));
  }

  @Test
  void everyStepPrintsAsInTheFile() {
    Case whole = new Case("full", 1, EVERY_STEP, List.of(), List.of());

    assertThat(CaseText.print(whole)).isEqualTo(golden());
  }

  @Test
  void everyStepReadsFromTheFile() {
    assertThat(CaseText.parse(golden()).steps()).isEqualTo(EVERY_STEP);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 1.0 / 3, 1e-300, Double.MIN_VALUE, 0.30000000000000004, 1e22})
  void realNumbersReadBackToTheLastBit(double fraction) {
    OutputProduced step = new OutputProduced("q", 1, Math.min(fraction, 1));
    Case whole = new Case("full", 1, List.of(step), List.of(), List.of());

    assertThat(CaseText.parse(CaseText.print(whole))).isEqualTo(whole);
  }

  @ParameterizedTest
  @CsvSource({
    "1s, 1000000000",
    "1500ms, 1500000000",
    "90s, 90000000000",
    "1us, 1000",
    "1ns, 1",
    "0s, 0",
    "60001ms, 60001000000",
    "9223372036854775807ns, 9223372036854775807"
  })
  void timesPrintInTheLongestUnitThatLeavesNothingOver(String text, long nanos) {
    assertThat(CaseText.printStep(new ClockAdvanced(nanos))).isEqualTo("clock " + text);
    assertThat(CaseText.parse(HEAD + "clock " + text).steps())
        .isEqualTo(List.of(new ClockAdvanced(nanos)));
  }

  @ParameterizedTest(name = "{index}: {0}")
  @MethodSource
  void wrongWordIsRefusedByWhatMayStandThere(String line, int column, String problem) {
    CaseTextException refused =
        catchThrowableOfType(CaseTextException.class, () -> CaseText.parse(HEAD + line));

    assertThat(refused).hasMessage("line 4, column " + column + ": " + problem);
  }

  static Stream<Arguments> wrongWordIsRefusedByWhatMayStandThere() {
    String time = "expected a time since the start, such as 5s or 100ms, not ";
    return Stream.of(
        arguments("clock 5", 7, time + "5"),
        arguments("clock 5m", 7, time + "5m"),
        arguments("clock s", 7, time + "s"),
        arguments("clock 10000000000s", 7, time + "10000000000s"),
        arguments("clock -1ns", 1, "clock before the start: -1 ns"),
        arguments("answers yes", 9, "expected 'held' or 'given', not yes"),
        arguments("health", 7, noHealth(", but the line ends")),
        arguments("health overloaded", 18, noHealth(", but the line ends")),
        arguments("health bad", 8, noHealth(", not bad")),
        arguments("schedulable", 12, "expected a worker id or 'none', but the line ends"),
        arguments("schedulable 1 start 0 size 0", 1, "worker 1 has 0 ranks (1 to 4096)"),
        arguments("schedulable 1 start 0 size 1 ; 1 start 2 size 1", 1, "worker 1 is listed twice"),
        arguments(
            "produce q blocks 1 fraction 1.5",
            1,
            "fraction of request 'q' must be from 0 to 1, not 1.5"),
        arguments("produce q blocks 1 fraction NaN", 29, "expected a fraction, not NaN"),
        arguments("produce q blocks -1 fraction 1", 18, "expected a number of blocks, not -1"),
        arguments(
            "submit q later tokens 1 local",
            10,
            "expected an admission (query, advisory, book, lease), not later"),
        arguments("submit q book tokens 4 local 1 2 wait", 34, noClause("wait")),
        arguments("submit q book tokens 4 local 1 pin 1/0 allow 1", 40, noClause("allow")),
        arguments("submit q book tokens 4 local 1 shared 2-1", 39, noClause("2-1")),
        arguments(
            "submit q book tokens 4 local 1 2 sequence 7",
            1,
            "request q has 2 local hashes and 1 sequence hashes"),
        arguments(
            "submit q book tokens 4 local 1 prefer a 1.0 prefer a 2.0",
            52,
            "a is preferred already"),
        arguments(
            "submit q book tokens 4 local 1 temperature -1.0",
            1,
            "router_temperature must be finite and at least 0, not -1.0"),
        arguments(
            "submit q book tokens 4 local 1 track maybe", 38, "expected 'yes' or 'no', not maybe"),
        arguments(
            "configure block 4 class a fcfs quantum 0",
            1,
            "quantum of class 'a' must be at least 1, not 0"),
        arguments(
            "configure block 4 class a fcfs quantum 1 class a fcfs quantum 1",
            1,
            "two policy classes are named 'a'"),
        arguments(
            "configure block 4 class a lifo quantum 1",
            27,
            "expected an order (fcfs, lcfs, wspt), not lifo"),
        arguments(
            "configure block 4 class a fcfs quantum 1 tokens 1 busy 1",
            51,
            "expected one of busy, fraction, requests, tokens, cached, class in this order, or the"
                + " end of the line, not busy"),
        arguments(
            "configure block 4 expiry 1s refresh 1s class a fcfs quantum 1",
            29,
            "expected one of decode, untracked, temperature, credit, decay, scale, request, host,"
                + " disk, shared, refresh, expiry, pace, seed, family, bucket in this order, or"
                + " 'class', not refresh"));
  }

  private static String noHealth(String rest) {
    return "expected 'good', 'available', or 'overloaded' and worker ids" + rest;
  }

  private static String noClause(String word) {
    return "expected one of sequence, allow, pin, stay, require, prefer, class, strict, jump,"
        + " deadline, credit, scale, temperature, multiplier, reuse, track, shared, output in this"
        + " order, or the end of the line, not "
        + word;
  }

  private static BlockHashes hashes(long... hashes) {
    return BlockHashes.of(hashes);
  }

  private static SortedSet<Long> ids(long... workerIds) {
    SortedSet<Long> ids = new TreeSet<>(Long::compareUnsigned);
    for (long workerId : workerIds) {
      ids.add(workerId);
    }
    return ids;
  }

  private static SortedSet<String> taints(String... taints) {
    return new TreeSet<>(List.of(taints));
  }

  private static String golden() {
    try (InputStream file = CaseTextSchedulingTest.class.getResourceAsStream("scheduling.case")) {
      return new String(Objects.requireNonNull(file).readAllBytes(), UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
