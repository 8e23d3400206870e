package kvproof.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.params.provider.EnumSource.Mode.EXCLUDE;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.model.Arrival;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class CasesTest {
  private static final int MANY = 2_000;
  private static final Map<Profile, List<Case>> DRAWN = new EnumMap<>(Profile.class);

  /** Changes with every change of a generator, which then is a new stream of cases; say so. */
  @ParameterizedTest
  @CsvSource({
    "ENGINE, e37092f4a1b2a101",
    "CONSISTENT, c658e792f5141dc6",
    "IRREGULAR, f0cb65393b8e5e14",
    "FETCH, 5e4560f20c39eeb3",
    "FULL, b3d192a77b619272",
  })
  void casesOfASeedAreTheSameOnEveryMachine(Profile profile, String expected) {
    assertThat(digest(drawn(profile, 500).toList())).isEqualTo(expected);
  }

  private static String digest(List<Case> cases) {
    long digest = 0xcbf29ce484222325L;
    for (Case drawn : cases) {
      for (byte b : CaseText.print(drawn).getBytes(UTF_8)) {
        digest = (digest ^ b) * 0x100000001b3L;
      }
    }
    return "%016x".formatted(digest);
  }

  @ParameterizedTest
  @CsvSource({
    "ENGINE, 3441c1d6c797a8da",
    "CONSISTENT, a6397fbda25da3c6",
    "IRREGULAR, cc67cef6b732555a",
    "FETCH, a5406c61dd2360f7",
  })
  void smallCasesOfASeedAreTheSameOnEveryMachine(Profile profile, String expected) {
    assertThat(digest(small(profile))).isEqualTo(expected);
  }

  /** Not each: what a draw adds may be several steps, and a step may arrive in several batches. */
  @ParameterizedTest
  @EnumSource(
      mode = EXCLUDE,
      names = {"LANES", "FULL"})
  void mostSmallCasesAreSmallAndNoneIsEmpty(Profile profile) {
    assertThat(small(profile))
        .allSatisfy(
            drawn -> {
              assertThat(drawn.steps()).isNotEmpty();
              assertThat(drawn.requests()).hasSizeBetween(1, 2);
              assertThat(HistoryJudge.isWithin(profile, drawn.steps())).isTrue();
            });
    assertThat(small(profile))
        .filteredOn(drawn -> drawn.steps().size() <= 6)
        .hasSizeGreaterThan(250);
  }

  @ParameterizedTest
  @EnumSource(names = {"LANES", "FULL"})
  void profileThatNeedsLongHistoriesHasNoSmallCases(Profile profile) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Cases.draw(profile, CaseSize.SMALL, 1))
        .withMessage("no small cases of profile %s", profile.wireName());
  }

  private static List<Case> small(Profile profile) {
    return IntStream.range(0, 500)
        .mapToObj(seed -> Cases.draw(profile, CaseSize.SMALL, SeededRandom.mix(1, seed)))
        .toList();
  }

  @ParameterizedTest
  @EnumSource
  void caseIsDrawnAgainFromItsOwnSeed(Profile profile) {
    assertThat(drawn(profile, 200))
        .allSatisfy(drawn -> assertThat(Cases.draw(profile, drawn.seed())).isEqualTo(drawn));
  }

  @ParameterizedTest
  @EnumSource
  void caseReadsBackFromItsText(Profile profile) {
    assertThat(drawn(profile, 500))
        .allSatisfy(drawn -> assertThat(CaseText.parse(CaseText.print(drawn))).isEqualTo(drawn));
  }

  @ParameterizedTest
  @EnumSource
  void historyKeepsThePromiseOfItsProfile(Profile profile) {
    assertThat(drawn(profile, MANY))
        .allMatch(drawn -> HistoryJudge.isWithin(profile, drawn.steps()))
        .allMatch(drawn -> drawn.profile().equals(profile.wireName()));
  }

  @ParameterizedTest
  @EnumSource
  void everythingIrregularThatIsAllowedComesUp(Profile profile) {
    Set<Irregularity> seen = EnumSet.noneOf(Irregularity.class);
    drawn(profile, MANY)
        .forEach(
            drawn -> HistoryJudge.irregularSteps(drawn.steps()).values().forEach(seen::addAll));

    assertThat(Irregularity.values()).filteredOn(profile::allows).containsExactlyElementsOf(seen);
  }

  @Test
  void moveAndRehashInOneStepComesUp() {
    assertThat(drawn(Profile.IRREGULAR, MANY))
        .anyMatch(
            drawn ->
                HistoryJudge.irregularSteps(drawn.steps()).values().stream()
                    .anyMatch(
                        kinds ->
                            kinds.contains(Irregularity.MOVE)
                                && kinds.contains(Irregularity.REHASH)));
  }

  /** Half of the irregular cases at most: the others break the rule of one hash per prefix. */
  @Test
  void hashesAreInconsistentInAGoodShareOfIrregularCases() {
    long consistent =
        drawn(Profile.IRREGULAR, MANY)
            .filter(drawn -> HistoryJudge.isWithin(Profile.CONSISTENT, drawn.steps()))
            .count();

    assertThat(consistent).isBetween(MANY / 20L, MANY / 2L);
  }

  @ParameterizedTest
  @EnumSource
  void everyShapeOfStepComesUp(Profile profile) {
    Set<String> seen = new TreeSet<>();
    drawn(profile, MANY)
        .flatMap(drawn -> drawn.steps().stream())
        .map(this::shape)
        .forEach(seen::add);

    assertThat(seen)
        .contains(
            "store rank device",
            "store rank host_pinned",
            "store rank disk",
            "store rank external",
            "store owner host_pinned",
            "store owner disk",
            "store owner external",
            "store owner device",
            "empty store",
            "remove rank device",
            "remove rank host_pinned",
            "remove rank disk",
            "remove rank external",
            "remove owner host_pinned",
            "remove owner disk",
            "remove owner external",
            "clear rank",
            "clear owner",
            "clear both",
            "remove rank",
            "remove worker",
            "owners",
            "workers");
  }

  private String shape(CaseStep step) {
    return switch (step) {
      case Stored stored ->
          stored.externalHashes().isEmpty()
              ? "empty store"
              : "store " + kind(stored.owner()) + stored.tier().wireName();
      case Removed(Owner owner, StorageTier tier, var _) ->
          "remove " + kind(owner) + tier.wireName();
      case Cleared(var rank, var owner) ->
          rank.isEmpty() ? "clear owner" : owner.isEmpty() ? "clear rank" : "clear both";
      case RankRemoved _ -> "remove rank";
      case WorkerRemoved _ -> "remove worker";
      case ResidencySnapshot _ -> "owners";
      case WorkerSnapshot _ -> "workers";
      case StreamState _ -> "stream state";
      case Arrival arrival -> arrival.getClass().getSimpleName();
      case SchedulingStep scheduling -> scheduling.getClass().getSimpleName();
    };
  }

  private String kind(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank _ -> "rank ";
      case CacheOwner _ -> "owner ";
    };
  }

  @ParameterizedTest
  @EnumSource
  void caseStaysSmall(Profile profile) {
    assertThat(drawn(profile, MANY))
        .allSatisfy(
            drawn -> {
              assertThat(drawn.steps()).hasSizeBetween(1, mostSteps(profile));
              assertThat(drawn.requests()).hasSizeBetween(1, 4);
              assertThat(drawn.requests()).allMatch(request -> request.localHashes().size() <= 17);
              assertThat(drawn.requests()).allMatch(request -> !request.targets().isEmpty());
              assertThat(drawn.requests()).allMatch(request -> request.targets().size() <= 6);
            });
    assertThat(drawn(profile, MANY).mapToInt(drawn -> drawn.steps().size()).sum())
        .isBetween(12 * MANY, mostSteps(profile) * MANY / 2);
  }

  /** With arrivals there are openings, losses and late batches besides the events. */
  private static int mostSteps(Profile profile) {
    return switch (profile) {
      case ENGINE, CONSISTENT, FETCH -> 50;
      case IRREGULAR -> 70;
      case LANES -> 120;
      case FULL -> 110;
    };
  }

  @Test
  void promptsAreAlsoEmptyUnknownAndLongerThanAnythingStored() {
    Set<Integer> sizes = new TreeSet<>();
    drawn(Profile.ENGINE, MANY)
        .flatMap(drawn -> drawn.requests().stream())
        .map(Request::localHashes)
        .forEach(prompt -> sizes.add(prompt.size()));

    assertThat(sizes).contains(0, 1, PromptFamilies.MOST_BLOCKS, PromptFamilies.MOST_BLOCKS + 3);
  }

  @Test
  void onlyFetchCasesCarryOutHints() {
    assertThat(drawn(Profile.FETCH, MANY)).allMatch(drawn -> !drawn.fetches().isEmpty());
    for (Profile profile : EnumSet.complementOf(EnumSet.of(Profile.FETCH))) {
      assertThat(drawn(profile, 200)).allMatch(drawn -> drawn.fetches().isEmpty());
    }
  }

  @Test
  void workersOfFetchCasesCanBeReached() {
    assertThat(drawn(Profile.FETCH, MANY).flatMap(drawn -> drawn.steps().stream()))
        .filteredOn(WorkerSnapshot.class::isInstance)
        .isNotEmpty()
        .allSatisfy(
            step ->
                ((WorkerSnapshot) step)
                    .workers()
                    .values()
                    .forEach(
                        worker ->
                            assertThat(worker.endpoints())
                                .hasSameSizeAs(worker.ranks())
                                .doesNotContainValue("")));
  }

  @Test
  void differentProfilesDrawDifferentCasesFromOneSeed() {
    Set<Object> histories = new HashSet<>();
    for (Profile profile : Profile.values()) {
      histories.add(Cases.draw(profile, 7).steps());
    }

    assertThat(histories).hasSize(Profile.values().length);
  }

  private static Stream<Case> drawn(Profile profile, int cases) {
    return DRAWN.computeIfAbsent(profile, CasesTest::drawMany).stream().limit(cases);
  }

  private static List<Case> drawMany(Profile profile) {
    return IntStream.range(0, MANY)
        .mapToObj(i -> Cases.draw(profile, SeededRandom.mix(42, i)))
        .toList();
  }
}
