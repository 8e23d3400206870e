package kvproof.router.policy;

import static kvproof.router.policy.Components.cheapest;
import static kvproof.router.policy.Components.filter;
import static kvproof.router.policy.Components.looking;
import static kvproof.router.policy.Components.rejecting;
import static kvproof.router.policy.Components.scorer;
import static kvproof.router.policy.InputSet.CACHE;
import static kvproof.router.policy.InputSet.LOAD;
import static kvproof.router.policy.InputSet.NONE;
import static kvproof.router.policy.InputSet.PREFERRED_TAINT;
import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.preferring;
import static kvproof.router.policy.Requests.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.BlockInterval;
import kvproof.model.SelectionRequest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Each component sees what it declared itself, and nothing else is computed. */
class DeclaredInputsTest {
  private static final SelectionRequest PREFERRING = preferring(tokens(64), "fast", 0.85);
  private static final double FAST = Math.exp(-Math.tanh(0.85));

  private final PolicyRun run = new PolicyRun();

  private static Host host() {
    return Host.of(
        Rank.of(1).device(1).prefill(10).taints("fast"),
        Rank.of(2).holding(2, 3, 4).prefill(20).decode(5, 6).requests(7),
        Rank.of(3).device(3).prefill(30).withoutLoad());
  }

  private int run(WorkerSelectionPolicy.Builder policy, Host host, SelectionRequest request) {
    return run.run(policy.build(), host, context(request));
  }

  private static WorkerSelectionPolicy.Builder policy() {
    return WorkerSelectionPolicy.builder();
  }

  /** Which inputs a row shows, such as {@code CACHE|LOAD}. */
  private static InputSet shown(RowView row) {
    InputSet cache = row.cache().isPresent() ? CACHE : NONE;
    InputSet load = row.load().isPresent() ? LOAD : NONE;
    InputSet taint = row.preferredTaintMultiplier().isPresent() ? PREFERRED_TAINT : NONE;
    return cache.plus(load).plus(taint);
  }

  private static InputSet shown(ScoredRows rows) {
    InputSet cache = rows.cache().isPresent() ? CACHE : NONE;
    InputSet load = rows.load().isPresent() ? LOAD : NONE;
    InputSet taint = rows.preferredTaintMultiplier(0).isPresent() ? PREFERRED_TAINT : NONE;
    return cache.plus(load).plus(taint);
  }

  /** What each component of a policy sees if they declare these. */
  private SortedMap<String, InputSet> seen(InputSet filter, InputSet scorer, InputSet picker) {
    SortedMap<String, InputSet> seen = new TreeMap<>();
    WorkerSelectionPolicy.Builder watching =
        policy()
            .filter(
                filter(
                    filter,
                    row -> {
                      seen.put("filter", shown(row));
                      return FilterVerdict.keep();
                    }))
            .scorer(
                scorer(
                    scorer,
                    row -> {
                      seen.put("scorer", shown(row));
                      return 0;
                    }))
            .picker(looking(picker, rows -> seen.put("picker", shown(rows))));
    assertThat(watching.build().requirements()).isEqualTo(filter.plus(scorer).plus(picker));
    assertThat(run(watching, host(), PREFERRING)).isEqualTo(0);
    return seen;
  }

  @Test
  void workedExampleOfGating() {
    assertThat(seen(LOAD, CACHE, NONE))
        .containsEntry("filter", LOAD)
        .containsEntry("scorer", CACHE)
        .containsEntry("picker", NONE);
  }

  @Test
  @Tag("B09")
  void unionIsOfAllThreeAndEachReadsItsOwn() {
    assertThat(seen(CACHE, LOAD, PREFERRED_TAINT))
        .containsEntry("filter", CACHE)
        .containsEntry("scorer", LOAD)
        .containsEntry("picker", PREFERRED_TAINT);
  }

  @Test
  void everyComponentSeesEveryCombination() {
    for (int bits = 0; bits < 8; bits++) {
      InputSet set = NONE;
      set = (bits & 1) == 0 ? set : set.plus(CACHE);
      set = (bits & 2) == 0 ? set : set.plus(LOAD);
      set = (bits & 4) == 0 ? set : set.plus(PREFERRED_TAINT);

      assertThat(seen(set, NONE, NONE)).containsEntry("filter", set).containsEntry("scorer", NONE);
      assertThat(seen(NONE, set, NONE)).containsEntry("scorer", set).containsEntry("picker", NONE);
      assertThat(seen(NONE, NONE, set)).containsEntry("picker", set).containsEntry("filter", NONE);
    }
  }

  @Test
  @Tag("B02")
  void pickerThatDeclaresCacheGetsAnAlignedColumnAndNoLoad() {
    run(
        policy()
            .filter(rejecting(2))
            .picker(
                looking(
                    CACHE,
                    rows -> {
                      Column<CacheView> cache = rows.cache().orElseThrow();
                      assertThat(cache.size()).isEqualTo(rows.size()).isEqualTo(2);
                      assertThat(cache.row(0).deviceBlocks()).isEqualTo(1);
                      assertThat(rows.worker(1).workerId()).isEqualTo(3);
                      assertThat(cache.row(1).deviceBlocks()).isEqualTo(3);
                      assertThat(rows.load()).isEmpty();
                      assertThat(rows.preferredTaintMultiplier(0)).isEmpty();
                      assertThatThrownBy(() -> cache.row(2))
                          .isInstanceOf(IndexOutOfBoundsException.class);
                    })),
        host(),
        PREFERRING);
    assertThat(run.survivors()).isEqualTo(2);
  }

  @Test
  void pickerThatDeclaresLoadGetsAnAlignedColumn() {
    run(
        policy()
            .filter(rejecting(1))
            .picker(
                looking(
                    LOAD,
                    rows -> {
                      Column<LoadView> load = rows.load().orElseThrow();
                      assertThat(load.size()).isEqualTo(2);
                      assertThat(load.row(0).activePrefillTokens()).isEqualTo(20);
                      assertThat(load.row(0).decodeBlocks()).isEqualTo(11);
                      assertThat(load.row(0).activeRequests()).isEqualTo(7);
                      assertThat(load.row(1).isAvailable()).isFalse();
                      assertThat(rows.cache()).isEmpty();
                    })),
        host(),
        PREFERRING);
    assertThat(run.survivors()).isEqualTo(2);
  }

  @Test
  @Tag("B03")
  void pickerReadsTheMultiplierIfItDeclaredIt() {
    run(
        policy()
            .picker(
                looking(
                    PREFERRED_TAINT,
                    rows -> {
                      assertThat(rows.preferredTaintMultiplier(0)).hasValue(FAST);
                      assertThat(rows.preferredTaintMultiplier(1)).as("none carried").hasValue(1.0);
                    })),
        host(),
        PREFERRING);
    run(
        policy()
            .scorer(scorer(PREFERRED_TAINT, row -> row.preferredTaintMultiplierOr(0)))
            .picker(
                looking(
                    NONE,
                    rows -> {
                      assertThat(rows.cost(0)).isEqualTo(FAST);
                      assertThat(rows.preferredTaintMultiplier(0)).isEmpty();
                    })),
        host(),
        PREFERRING);
    assertThat(run.survivors()).isEqualTo(3);
  }

  @Test
  void multiplierIsAbsentWithoutPreferredTaintsAndForAPin() {
    run(
        policy()
            .scorer(scorer(PREFERRED_TAINT, row -> row.preferredTaintMultiplierOr(-7)))
            .picker(
                looking(
                    PREFERRED_TAINT,
                    rows -> {
                      assertThat(rows.cost(0)).isEqualTo(-7);
                      assertThat(rows.preferredTaintMultiplier(0)).isEmpty();
                    })),
        host(),
        tokens(64));
    run(
        policy()
            .picker(
                looking(
                    PREFERRED_TAINT,
                    rows -> assertThat(rows.preferredTaintMultiplier(0)).isEmpty())),
        host(),
        Requests.pinned(PREFERRING, 1));
    assertThat(run.survivors()).isEqualTo(3);
  }

  @Test
  @Tag("B04")
  void undeclaredMultiplierIsNeverComputed() {
    Host host = host();

    run(
        policy().scorer(scorer(CACHE.plus(LOAD), this::readEverything)).picker(cheapest()),
        host,
        PREFERRING);

    assertThat(host.asked.keySet()).noneMatch(question -> question.startsWith("taints"));
    assertThat(host.askedOf(1)).contains("device", "prefill");
  }

  private double readEverything(RowView row) {
    double cache = row.cache().map(CacheView::effectiveOverlapBlocks).orElse(0.0);
    int device = row.cache().map(CacheView::deviceBlocks).orElse(0);
    long load = row.load().map(LoadView::activePrefillTokens).orElse(0L);
    return cache + device + load + row.preferredTaintMultiplierOr(0) + row.occupancy().orElse(0);
  }

  /** The view gives an estimate that the tiers know nothing of. */
  @Test
  @Tag("B05")
  void effectiveOverlapAloneIsAnEstimateAndNoDeviceOverlap() {
    int chosen =
        run(
            policy()
                .filter(
                    filter(
                        CACHE,
                        row -> {
                          CacheView cache = row.cache().orElseThrow();
                          assertThat(cache.deviceBlocks()).isZero();
                          assertThat(cache.effectiveOverlapBlocks()).isEqualTo(2.5);
                          assertThat(cache.cachedTokens()).isEqualTo(40);
                          assertThat(cache.hasTierMatches()).isFalse();
                          assertThat(cache.fetchableBlocks()).isEmpty();
                          return FilterVerdict.keep();
                        }))
                .picker(cheapest()),
            Host.of(Rank.of(1).effective(2.5)),
            tokens(64));
    assertThat(chosen).isZero();
  }

  @Test
  @Tag("B07")
  void nothingIsComputedForARejectedRank() {
    Host host = host();

    run(
        policy()
            .filter(filter(LOAD, row -> FilterVerdict.keepIf(activePrefill(row) != 20)))
            .scorer(scorer(CACHE.plus(PREFERRED_TAINT), this::readEverything))
            .picker(looking(CACHE.plus(LOAD), rows -> readAll(rows))),
        host,
        PREFERRING);

    assertThat(host.askedOf(2)).containsExactly("prefill");
    assertThat(host.askedOf(1)).contains("prefill", "device", "effective", "taints", "disk");
  }

  private static long activePrefill(RowView row) {
    return row.load().orElseThrow().activePrefillTokens();
  }

  private static void readAll(ScoredRows rows) {
    for (int row = 0; row < rows.size(); row++) {
      assertThat(rows.cache().orElseThrow().row(row).diskBlocks()).isZero();
    }
  }

  /** Declared, but not read: a host computes on demand only. */
  @Test
  void whatNobodyReadsIsNotComputed() {
    Host host = host();

    run(policy().scorer(scorer(CACHE.plus(LOAD), _ -> 0)).picker(cheapest()), host, PREFERRING);

    assertThat(host.asked).isEmpty();
  }

  @Test
  void viewsTellNumbersFromTheirAbsence() {
    run(
        policy()
            .picker(
                looking(
                    CACHE.plus(LOAD),
                    rows -> {
                      LoadView load = rows.load().orElseThrow().row(2);
                      assertThat(load.isAvailable()).isFalse();
                      assertThat(load.activePrefillTokens()).as("not 30").isZero();
                      CacheView cache = rows.cache().orElseThrow().row(1);
                      assertThat(cache.hasTierMatches()).isTrue();
                      assertThat(cache.hostBlocks()).isEqualTo(3);
                      assertThat(cache.diskBlocks()).isEqualTo(4);
                      assertThat(cache.effectiveOverlapBlocks()).isEqualTo(5.25);
                      assertThat(cache.cachedTokens()).as("not cut to 64").isEqualTo(84);
                      assertThat(cache.sharedHits()).isEmpty();
                      assertThat(cache.fetchableBlocks()).isEqualTo(OptionalInt.empty());
                      assertThat(cache.fetchableBlocksOr(-1)).isEqualTo(-1);
                    })),
        host(),
        tokens(64));
    assertThat(run.survivors()).isEqualTo(3);
  }

  @Test
  void emptySharedResultIsNotAnAbsentOne() {
    for (Host host : new Host[] {host().sharing(), host().sharing(new BlockInterval(1, 4))}) {
      run(
          policy()
              .picker(
                  looking(
                      CACHE,
                      rows -> {
                        CacheView cache = rows.cache().orElseThrow().row(0);
                        assertThat(cache.sharedHits()).isPresent();
                        assertThat(cache.sharedHits()).isSameAs(cache.sharedHits());
                      })),
          host,
          tokens(64));
      assertThat(run.survivors()).isEqualTo(3);
    }
    run(
        policy()
            .picker(
                looking(
                    CACHE,
                    rows ->
                        assertThat(rows.cache().orElseThrow().row(0).sharedHits())
                            .isEqualTo(Optional.empty()))),
        host(),
        tokens(64));
    assertThat(run.survivors()).isEqualTo(3);
  }

  /** It answers differently each time it is asked, and is asked once. */
  @Test
  void declarationIsFrozenWhenThePolicyIsBuilt() {
    Fickle fickle = new Fickle();
    WorkerSelectionPolicy policy = policy().picker(fickle).build();
    assertThat(policy.requirements()).isEqualTo(CACHE);

    run.run(policy, host(), context(PREFERRING));
    run.run(policy, host(), context(PREFERRING));

    assertThat(fickle.asked).isEqualTo(1);
    assertThat(fickle.seen).isEqualTo(CACHE);
    assertThat(policy.requirements()).isEqualTo(CACHE);
  }

  private static final class Fickle implements Picker {
    private int asked;
    private InputSet seen = NONE;

    @Override
    public InputSet inputs() {
      asked++;
      return asked == 1 ? CACHE : LOAD.plus(PREFERRED_TAINT);
    }

    @Override
    public int pick(SelectionContext context, ScoredRows rows) {
      seen = shown(rows);
      return 0;
    }
  }

  @Test
  void leastActivePrefillIsGatedByLoad() {
    for (InputSet declared : new InputSet[] {CACHE, LOAD}) {
      run(
          policy()
              .scorer(
                  new Scorer() {
                    @Override
                    public InputSet inputs() {
                      return declared;
                    }

                    @Override
                    public void score(
                        SelectionContext context, BatchView rows, Contributions contributions) {
                      assertThat(rows.leastActivePrefillTokens().isPresent())
                          .isEqualTo(declared.equals(LOAD));
                      assertThat(rows.leastActivePrefillTokensOr(-1))
                          .isEqualTo(declared.equals(LOAD) ? 0 : -1);
                      for (int row = 0; row < rows.size(); row++) {
                        contributions.set(row, 0);
                      }
                    }
                  })
              .picker(cheapest()),
          host(),
          tokens(64));
      assertThat(run.survivors()).isEqualTo(3);
    }
  }

  @Test
  void setsOfInputs() {
    assertThat(NONE.bits()).isZero();
    assertThat(CACHE.bits()).isEqualTo(1);
    assertThat(LOAD.bits()).isEqualTo(2);
    assertThat(PREFERRED_TAINT.bits()).isEqualTo(4);
    assertThat(InputSet.OCCUPANCY.bits()).isEqualTo(32);
    assertThat(CACHE.plus(LOAD)).isEqualTo(LOAD.plus(CACHE)).hasSameHashCodeAs(LOAD.plus(CACHE));
    assertThat(CACHE.plus(LOAD)).hasToString("CACHE|LOAD").isNotEqualTo(CACHE);
    assertThat(NONE).hasToString("NONE");
    assertThat(CACHE.contains(NONE)).isTrue();
    assertThat(CACHE.plus(LOAD).contains(LOAD)).isTrue();
    assertThat(CACHE.contains(CACHE.plus(LOAD))).isFalse();
  }
}
