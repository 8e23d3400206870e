package kvproof.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class EventKindTest {

  /** What a kind added to a history that was there before. */
  private record Addition(HistoryJudge before, List<CaseStep> steps) {

    Stream<Stored> stores() {
      return steps.stream().filter(Stored.class::isInstance).map(Stored.class::cast);
    }

    Stream<Removed> removals() {
      return steps.stream().filter(Removed.class::isInstance).map(Removed.class::cast);
    }

    Set<Irregularity> irregularities() {
      Set<Irregularity> all = EnumSet.noneOf(Irregularity.class);
      for (CaseStep step : steps) {
        if (step instanceof KvCacheEvent event) {
          all.addAll(before.judge(event));
        }
      }
      return all;
    }

    boolean holds(Stored stored, int block) {
      return before
          .inventories()
          .holds(stored.owner(), stored.tier(), stored.externalHashes().at(block));
    }
  }

  static Stream<Arguments> kindsAndProfiles() {
    return Arrays.stream(Profile.values())
        .flatMap(
            profile ->
                Arrays.stream(EventKind.values())
                    .filter(kind -> kind.isFor(profile))
                    .map(kind -> Arguments.of(profile, kind)));
  }

  @ParameterizedTest
  @MethodSource("kindsAndProfiles")
  void kindFindsSomethingToDo(Profile profile, EventKind kind) {
    int fewest =
        kind == EventKind.CROWDED_FRONTIER
            ? 1
            : 15; // a crowd needs more owners than most cases have

    assertThat(additions(profile, kind)).hasSizeGreaterThanOrEqualTo(fewest);
  }

  @Test
  void engineHistoriesHaveNoKindThatIsAlwaysIrregular() {
    assertThat(EventKind.values())
        .filteredOn(kind -> !kind.isFor(Profile.ENGINE))
        .containsExactly(
            EventKind.DETACHED_STORE,
            EventKind.VARIANT,
            EventKind.REHASH,
            EventKind.MOVE,
            EventKind.MOVE_AND_REHASH,
            EventKind.CYCLE,
            EventKind.MALFORMED);
    assertThat(EventKind.values()).allMatch(kind -> kind.isFor(Profile.IRREGULAR));
  }

  @ParameterizedTest
  @EnumSource(names = {"ROOT_STORE", "WHOLE_CHAIN", "BLOCK_BY_BLOCK", "CACHE_OWNER_ROOT"})
  void storesFromTheRootHaveNoParent(EventKind kind) {
    assertThat(additions(Profile.ENGINE, kind))
        .allMatch(addition -> addition.stores().findFirst().orElseThrow().parent().isEmpty());
  }

  @Test
  void extensionAddsBlocksBehindHeldOnes() {
    assertThat(additions(Profile.ENGINE, EventKind.EXTENSION))
        .allSatisfy(
            addition -> {
              Stored stored = addition.stores().findFirst().orElseThrow();
              assertThat(IntStream.range(0, stored.externalHashes().size()))
                  .anyMatch(block -> !addition.holds(stored, block));
            });
  }

  @Test
  void duplicateStoresWhatIsHeld() {
    assertThat(additions(Profile.ENGINE, EventKind.DUPLICATE))
        .allSatisfy(
            addition -> {
              Stored stored = addition.stores().findFirst().orElseThrow();
              for (int block = 0; block < stored.externalHashes().size(); block++) {
                assertThat(addition.holds(stored, block)).isTrue();
              }
            });
  }

  @Test
  void offloadCopiesDeviceBlocksToALowerTier() {
    assertThat(additions(Profile.ENGINE, EventKind.OFFLOAD))
        .allSatisfy(
            addition -> {
              Stored stored = addition.stores().findFirst().orElseThrow();
              assertThat(stored.tier()).isNotEqualTo(StorageTier.DEVICE);
              assertThat(stored.externalHashes().stream())
                  .allMatch(
                      hash ->
                          addition
                              .before()
                              .inventories()
                              .holds(stored.owner(), StorageTier.DEVICE, hash));
            })
        .anyMatch(addition -> addition.removals().findAny().isPresent());
  }

  @ParameterizedTest
  @EnumSource(names = {"SUFFIX_ONLY", "SUFFIX_WITH_GAP", "CACHE_OWNER_SUFFIX", "DETACHED_STORE"})
  void suffixesDoNotBeginAtTheRoot(EventKind kind) {
    assertThat(additions(Profile.IRREGULAR, kind))
        .allMatch(addition -> addition.stores().allMatch(stored -> stored.parent().isPresent()));
  }

  @Test
  void middleEvictionLeavesSomethingBehind() {
    assertThat(additions(Profile.IRREGULAR, EventKind.MIDDLE_EVICTION))
        .allSatisfy(
            addition -> {
              Removed removed = addition.removals().findFirst().orElseThrow();
              assertThat(addition.before().inventories().blocks(removed.owner(), removed.tier()))
                  .hasSizeGreaterThan(removed.externalHashes().size());
            })
        .anyMatch(
            addition -> addition.irregularities().contains(Irregularity.REMOVAL_WITH_SURVIVORS));
  }

  @Test
  void restoreBringsBackWhatWasRemoved() {
    assertThat(additions(Profile.IRREGULAR, EventKind.RESTORE))
        .anyMatch(addition -> addition.stores().anyMatch(stored -> !addition.holds(stored, 0)));
  }

  @Test
  void refusedStoreIsForTheDeviceAndChangesNothing() {
    assertThat(additions(Profile.ENGINE, EventKind.REFUSED_STORE))
        .allSatisfy(
            addition -> {
              Stored stored = addition.stores().findFirst().orElseThrow();
              addition.before().take(stored);
              assertThat(stored.tier()).isEqualTo(StorageTier.DEVICE);
              assertThat(addition.before().inventories().blocks(stored.owner(), StorageTier.DEVICE))
                  .isEmpty();
            });
  }

  /** Nearly: a draw may fall on blocks that an earlier step had moved away from their chain. */
  @ParameterizedTest
  @CsvSource({
    "DETACHED_STORE,  50, UNKNOWN_PARENT",
    "VARIANT,         30, VARIANT",
    "REHASH,          90, REHASH",
    "MOVE,            60, MOVE",
    "MOVE_AND_REHASH, 90, MOVE",
    "MOVE_AND_REHASH, 90, REHASH",
    "CYCLE,           90, MOVE",
    "MALFORMED,      100, MALFORMED",
  })
  void irregularKindIsNearlyAlwaysWhatItIsCalled(
      EventKind kind, int percent, Irregularity irregularity) {
    List<Addition> additions = additions(Profile.IRREGULAR, kind);

    assertThat(additions)
        .filteredOn(addition -> addition.irregularities().contains(irregularity))
        .hasSizeGreaterThanOrEqualTo(additions.size() * percent / 100);
  }

  /** The kind drawn once behind each of 100 histories, where it added something. */
  private static List<Addition> additions(Profile profile, EventKind kind) {
    List<Addition> additions = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      SeededRandom random = new SeededRandom(SeededRandom.mix(3, i));
      HistoryDraft draft = Histories.draft(profile, CaseSize.USUAL, random);
      HistoryJudge before = new HistoryJudge();
      draft.steps().stream()
          .filter(KvCacheEvent.class::isInstance)
          .forEach(step -> before.take((KvCacheEvent) step));
      int length = draft.length();
      kind.drawInto(draft, random.fork("addition"));
      if (draft.length() > length) {
        List<CaseStep> added = draft.steps().subList(length, draft.length());
        additions.add(new Addition(before, added));
      }
    }
    return additions;
  }
}
