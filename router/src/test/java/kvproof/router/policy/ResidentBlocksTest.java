package kvproof.router.policy;

import static kvproof.router.policy.InputSet.CACHE;
import static kvproof.router.policy.InputSet.LOAD;
import static kvproof.router.policy.InputSet.NONE;
import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.tokens;
import static kvproof.router.policy.experimental.ResidentBlocks.INPUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCounts;
import kvproof.router.policy.experimental.ResidentBlocks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The resident blocks of ranks as policies read them; workers 1 and 2 have counters, 3 has none.
 */
class ResidentBlocksTest {
  private static final OptionalLong ABSENT = OptionalLong.empty();

  private final ResidentCounts counts = new ResidentCounts();
  private final PolicyRun run = new PolicyRun();
  private final List<OptionalLong> filterReads = new ArrayList<>();
  private final List<OptionalLong> scorerReads = new ArrayList<>();
  private final List<OptionalLong> pickerReads = new ArrayList<>();

  private static WorkerWithDpRank rank(long worker) {
    return new WorkerWithDpRank(worker, 0);
  }

  private Host host() {
    counts.set(rank(1), 7);
    counts.set(rank(2), 0);
    return Host.of(Rank.of(1), Rank.of(2), Rank.of(3)).counting(counts::view);
  }

  /** Every component notes what it reads of each row. */
  private WorkerSelectionPolicy reading(InputSet filter, InputSet scorer, InputSet picker) {
    return WorkerSelectionPolicy.builder()
        .filter(
            Components.filter(
                filter,
                row -> {
                  filterReads.add(ResidentBlocks.of(row));
                  return FilterVerdict.keep();
                }))
        .scorer(
            Components.scorer(
                scorer,
                row -> {
                  scorerReads.add(ResidentBlocks.of(row));
                  return 0;
                }))
        .picker(
            Components.looking(
                picker,
                rows -> {
                  for (int row = 0; row < rows.size(); row++) {
                    pickerReads.add(ResidentBlocks.of(rows, row));
                  }
                }))
        .build();
  }

  private void select(WorkerSelectionPolicy policy, Host host) {
    filterReads.clear();
    scorerReads.clear();
    pickerReads.clear();
    assertThat(run.run(policy, host, context(tokens(64)))).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "false, false, false",
    "true, false, false",
    "false, true, false",
    "false, false, true",
    "true, true, false",
    "true, false, true",
    "false, true, true",
    "true, true, true"
  })
  @Tag("C11")
  void countsAreVisibleWhereTheyAreDeclared(boolean filter, boolean scorer, boolean picker) {
    Host host = host();

    select(reading(declared(filter), declared(scorer), declared(picker)), host);

    assertThat(filterReads).isEqualTo(expected(filter));
    assertThat(scorerReads).isEqualTo(expected(scorer));
    assertThat(pickerReads).isEqualTo(expected(picker));
    assertThat(host.asked.getOrDefault("counts", 0))
        .as("the map is taken once, if at all")
        .isEqualTo(filter || scorer || picker ? 1 : 0);
  }

  private static InputSet declared(boolean declares) {
    return declares ? CACHE.plus(INPUT) : CACHE.plus(LOAD);
  }

  private static List<OptionalLong> expected(boolean isVisible) {
    return isVisible
        ? List.of(OptionalLong.of(7), OptionalLong.of(0), ABSENT)
        : List.of(ABSENT, ABSENT, ABSENT);
  }

  @Test
  @Tag("C12")
  void pickerThatDoesNotDeclareReadsNoneWhereTheScorerReadsTheCount() {
    select(reading(NONE, CACHE.plus(INPUT), CACHE), host());

    assertThat(scorerReads).startsWith(OptionalLong.of(7));
    assertThat(pickerReads).containsOnly(ABSENT);
  }

  /** Worker 3 appears between the filter and the scorer. */
  @Test
  @Tag("C17")
  void rankThatAppearsWithinASelectionIsSeenByTheNext() {
    Host host = host();
    InputSet both = CACHE.plus(INPUT);
    WorkerSelectionPolicy policy =
        WorkerSelectionPolicy.builder()
            .scorer(
                Components.scorer(
                    both,
                    row -> {
                      scorerReads.add(ResidentBlocks.of(row));
                      counts.set(rank(3), 5);
                      counts.set(rank(2), 9);
                      return 0;
                    }))
            .picker(
                Components.looking(
                    both,
                    rows -> {
                      pickerReads.add(ResidentBlocks.of(rows, 2));
                      pickerReads.add(ResidentBlocks.of(rows, 1));
                    }))
            .build();

    select(policy, host);
    assertThat(scorerReads).containsExactly(OptionalLong.of(7), OptionalLong.of(9), ABSENT);
    assertThat(pickerReads).as("counters are live").containsExactly(ABSENT, OptionalLong.of(9));

    select(policy, host);
    assertThat(pickerReads).containsExactly(OptionalLong.of(5), OptionalLong.of(9));
    assertThat(host.asked).containsEntry("counts", 2);
  }

  /** A reader that allocates nothing says what absent is to it; 0 stays 0. */
  @Test
  void whatIsAbsentIsWhatTheReaderSaysItIs() {
    List<Long> declared = new ArrayList<>();
    List<Long> undeclared = new ArrayList<>();
    List<Long> picked = new ArrayList<>();
    WorkerSelectionPolicy policy =
        WorkerSelectionPolicy.builder()
            .scorer(
                Components.scorer(
                    CACHE.plus(INPUT),
                    row -> {
                      declared.add(ResidentBlocks.orElse(row, -1));
                      return 0;
                    }))
            .scorer(
                Components.scorer(
                    CACHE,
                    row -> {
                      undeclared.add(ResidentBlocks.orElse(row, -1));
                      return 0;
                    }))
            .picker(
                Components.looking(
                    CACHE.plus(INPUT),
                    rows -> {
                      for (int row = 0; row < rows.size(); row++) {
                        picked.add(ResidentBlocks.orElse(rows, row, -2));
                      }
                    }))
            .build();

    select(policy, host());

    assertThat(declared).containsExactly(7L, 0L, -1L);
    assertThat(undeclared).containsExactly(-1L, -1L, -1L);
    assertThat(picked).containsExactly(7L, 0L, -2L);
  }

  @Test
  void hostWithoutCountsGivesNone() {
    select(reading(CACHE.plus(INPUT), CACHE.plus(INPUT), CACHE.plus(INPUT)), Host.of(Rank.of(1)));

    assertThat(filterReads).containsExactly(ABSENT);
    assertThat(scorerReads).containsExactly(ABSENT);
    assertThat(pickerReads).containsExactly(ABSENT);
  }

  @Test
  void rejectedRowsDoNotShiftTheCountsOfThePicker() {
    select(
        WorkerSelectionPolicy.builder()
            .filter(Components.rejecting(1))
            .picker(
                Components.looking(
                    CACHE.plus(INPUT), rows -> pickerReads.add(ResidentBlocks.of(rows, 0))))
            .build(),
        host(),
        1);

    assertThat(pickerReads).containsExactly(OptionalLong.of(0));
  }

  private void select(WorkerSelectionPolicy policy, Host host, int expected) {
    assertThat(run.run(policy, host, context(tokens(64)))).isEqualTo(expected);
  }

  @Test
  void bitIsNoneOfThePublicOnes() {
    int publicBits =
        CACHE.plus(LOAD).plus(InputSet.PREFERRED_TAINT).plus(InputSet.OCCUPANCY).bits();

    assertThat(publicBits).isEqualTo(0b100111);
    assertThat(INPUT.bits() & (publicBits | 0b011000)).isZero();
    assertThat(INPUT.bits()).isNotZero();
    assertThat(INPUT).hasToString("RESIDENT_BLOCKS");
  }

  @Test
  void policyThatReadsThemWithoutCacheIsRefused() {
    WorkerSelectionPolicy without = reading(LOAD, INPUT, NONE);

    assertThat(PolicyRequirements.violation(without.requirements())).isPresent();
    assertThatThrownBy(() -> PolicyRequirements.check(without))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "a policy that declares RESIDENT_BLOCKS must declare CACHE too, in any component;"
                + " this one declares LOAD|RESIDENT_BLOCKS");
  }

  @Test
  void unionOfAllComponentsIsWhatCounts() {
    PolicyRequirements.check(reading(CACHE, INPUT, NONE));
    PolicyRequirements.check(reading(NONE, NONE, CACHE.plus(INPUT)));
    PolicyRequirements.check(reading(CACHE, LOAD, NONE));
    assertThat(PolicyRequirements.violation(NONE)).isEmpty();
    assertThat(PolicyRequirements.violation(INPUT)).isPresent();
    assertThat(PolicyRequirements.readsResidentBlocks(reading(CACHE, LOAD, NONE))).isFalse();
  }
}
