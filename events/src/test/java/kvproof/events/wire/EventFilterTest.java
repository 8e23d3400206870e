package kvproof.events.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;
import kvproof.events.wire.FilterResult.Accepted;
import kvproof.events.wire.FilterResult.Filtered;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EventFilterTest {
  private final EventFilter filter = new EventFilter(_ -> true, false);

  private static BlockStored stored(EventTail tail) {
    return stored(1).withTail(tail);
  }

  private static BlockStored stored(long hash) {
    return BlockStored.of(
        BlockHashes.of(hash), OptionalLong.empty(), TokenIds.plain(1, 2, 3, 4), 4);
  }

  private static BlockStored child(long hash, long parent) {
    return BlockStored.of(
        BlockHashes.of(hash), OptionalLong.of(parent), TokenIds.plain(5, 6, 7, 8), 4);
  }

  private static BlockStored salted(long hash, String salt) {
    return stored(hash).withContent(ContentKeys.NONE.withCacheSalt(salt));
  }

  private static BlockRemoved removed(EventTail tail) {
    return new BlockRemoved(BlockHashes.of(1), "", tail);
  }

  private static Filtered filtered(FilterReason reason) {
    return new Filtered(reason);
  }

  private FilterResult apply(EngineEvent event) {
    return filter.filter(event, 0);
  }

  /** The salt of an accepted store; the reason otherwise. */
  private String namespace(EngineEvent event) {
    return switch (apply(event)) {
      case Accepted accepted -> accepted.cacheNamespace();
      case Filtered(var reason) -> reason.toString();
    };
  }

  @Nested
  class Order {
    /** Everything is wrong with it; repaired step by step, each time the next reason shows. */
    @Test
    void firstReasonThatAppliesIsTheOne() {
      EventTail tail =
          EventTail.NONE
              .withGroupIdx(3)
              .withKind("future_kind")
              .withLocality("REMOTE")
              .withOwnership("kvcr");
      var strict = new EventFilter(rank -> rank == 0, false);

      assertThat(strict.filter(stored(tail).withMedium("FS"), 1))
          .isEqualTo(filtered(FilterReason.UNKNOWN_RANK));
      assertThat(strict.filter(stored(tail).withMedium("FS"), 0))
          .isEqualTo(filtered(FilterReason.UNSUPPORTED_OWNERSHIP));
      assertThat(strict.filter(stored(tail.withOwnership("x")).withMedium("FS"), 0))
          .isEqualTo(filtered(FilterReason.UNKNOWN_OWNERSHIP));
      EventTail ours =
          new EventTail(
              tail.groupIdx(),
              tail.kind(),
              tail.slidingWindow(),
              tail.locality(),
              Optional.empty());
      assertThat(strict.filter(stored(ours).withMedium("FS"), 0))
          .isEqualTo(filtered(FilterReason.NON_LOCAL_LOCALITY));
      assertThat(strict.filter(stored(ours).withMedium("DISK"), 0))
          .isEqualTo(filtered(FilterReason.NON_LOCAL_LOCALITY));
      assertThat(strict.filter(stored(ours.withLocality("LOCAL")).withMedium("FS"), 0))
          .isEqualTo(filtered(FilterReason.UNKNOWN_MEDIUM));
      assertThat(strict.filter(stored(ours.withLocality("LOCAL")).withMedium("CPU"), 0))
          .isEqualTo(filtered(FilterReason.UNKNOWN_KIND));
      assertThat(strict.filter(stored(ours.withLocality("LOCAL")).withMedium("DISK"), 0))
          .isInstanceOf(Accepted.class);
    }

    @Test
    void everythingOfAnUnregisteredRankIsUnknown() {
      var strict = new EventFilter(rank -> rank == 0, true);

      for (EngineEvent event :
          List.of(
              stored(1),
              BlockRemoved.of(BlockHashes.of(1)),
              AllBlocksCleared.ofFramework(),
              new Ignored())) {
        assertThat(strict.filter(event, -1)).isEqualTo(filtered(FilterReason.UNKNOWN_RANK));
      }
    }

    @Test
    void ignoredEventIsFilteredByItsName() {
      assertThat(apply(new Ignored())).isEqualTo(filtered(FilterReason.IGNORED_EVENT));
    }

    @Test
    void clearOfAnotherOwnerClearsNothing() {
      apply(salted(1, "a"));
      apply(new AllBlocksCleared(Optional.of(Ownership.PERSISTENT_CACHE_RUNTIME)));

      assertThat(namespace(child(2, 1))).isEqualTo("a");
      assertThat(apply(new AllBlocksCleared(Optional.of(new Ownership("")))))
          .isEqualTo(filtered(FilterReason.UNKNOWN_OWNERSHIP));
    }

    @Test
    void stateAgentSpeaksForThePersistentCacheTooAndForNobodyElse() {
      var agent = new EventFilter(_ -> true, true);

      assertThat(agent.filter(stored(EventTail.NONE.withOwnership("kvcr")), 0))
          .isInstanceOf(Accepted.class);
      assertThat(agent.filter(stored(EventTail.NONE.withOwnership("other")), 0))
          .isEqualTo(filtered(FilterReason.UNKNOWN_OWNERSHIP));
    }

    @ParameterizedTest
    @CsvSource({"'', DEVICE", "CPU, HOST_PINNED", "STORAGE, DISK", "EXTERNAL, EXTERNAL"})
    void acceptedEventHasTheTierOfItsMedium(String medium, StorageTier tier) {
      assertThat(apply(stored(1).withMedium(medium)))
          .isEqualTo(new Accepted(stored(1).withMedium(medium), tier, ""));
      assertThat(apply(new BlockRemoved(BlockHashes.of(1), medium, EventTail.NONE)))
          .isEqualTo(
              new Accepted(new BlockRemoved(BlockHashes.of(1), medium, EventTail.NONE), tier, ""));
    }
  }

  @Nested
  class Groups {
    @ParameterizedTest
    @ValueSource(strings = {"full_attention", "mla_attention", "sink_full_attention"})
    void groupOfAMainKindIsLearned(String kind) {
      apply(stored(EventTail.NONE.withGroupIdx(3).withKind(kind)));

      assertThat(apply(removed(EventTail.NONE.withGroupIdx(3)))).isInstanceOf(Accepted.class);
    }

    @ParameterizedTest
    @ValueSource(
        strings = {
          "sliding_window",
          "sliding_window_mla",
          "mamba",
          "chunked_local_attention",
          "encoder_only_attention",
          "cross_attention"
        })
    void filteredStoreTeachesItsGroupToo(String kind) {
      assertThat(apply(stored(EventTail.NONE.withGroupIdx(0).withKind(kind))))
          .isEqualTo(filtered(FilterReason.NON_MAIN_ATTENTION_KIND));

      assertThat(apply(stored(EventTail.NONE.withGroupIdx(0))))
          .isEqualTo(filtered(FilterReason.NON_MAIN_ATTENTION_GROUP));
      assertThat(apply(removed(EventTail.NONE.withGroupIdx(0))))
          .isEqualTo(filtered(FilterReason.NON_MAIN_ATTENTION_GROUP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"future_kind", "", "FULL_ATTENTION"})
    void groupOfAnUnknownKindStaysUnknown(String kind) {
      assertThat(apply(stored(EventTail.NONE.withGroupIdx(0).withKind(kind))))
          .isEqualTo(filtered(FilterReason.UNKNOWN_KIND));

      assertThat(apply(removed(EventTail.NONE.withGroupIdx(0))))
          .isEqualTo(filtered(FilterReason.UNKNOWN_KIND));
    }

    @Test
    void groupZeroNeedsNoLearning() {
      assertThat(apply(stored(EventTail.NONE.withGroupIdx(0)))).isInstanceOf(Accepted.class);
      assertThat(apply(stored(EventTail.NONE.withGroupIdx(-1)))) // 2^32 - 1
          .isEqualTo(filtered(FilterReason.UNLEARNED_GROUP_IDX));
    }

    @Test
    void laterKindOfAGroupReplacesTheEarlierOne() {
      apply(stored(EventTail.NONE.withGroupIdx(3).withKind("mamba")));
      apply(stored(EventTail.NONE.withGroupIdx(3).withKind("full_attention")));

      assertThat(apply(removed(EventTail.NONE.withGroupIdx(3)))).isInstanceOf(Accepted.class);
    }

    @Test
    void clearForgetsNoGroup() {
      apply(stored(EventTail.NONE.withGroupIdx(3).withKind("full_attention")));
      apply(AllBlocksCleared.ofFramework());

      assertThat(apply(removed(EventTail.NONE.withGroupIdx(3)))).isInstanceOf(Accepted.class);
    }

    @Test
    void ownKindOfAnEventGoesBeforeTheLearnedOne() {
      apply(stored(EventTail.NONE.withGroupIdx(3).withKind("mamba")));

      assertThat(apply(removed(EventTail.NONE.withGroupIdx(3).withKind("full_attention"))))
          .isInstanceOf(Accepted.class);
    }
  }

  @Nested
  class Namespaces {
    @Test
    void unsaltedStoreOfASaltedHashMakesItAmbiguous() {
      assertThat(namespace(salted(1, "a"))).isEqualTo("a");
      assertThat(namespace(stored(1))).isEmpty();

      assertThat(namespace(child(2, 1))).isEqualTo("AMBIGUOUS_CACHE_NAMESPACE");
    }

    @Test
    void sameSaltAgainChangesNothing() {
      apply(salted(1, "a"));
      apply(salted(1, "a"));

      assertThat(namespace(child(2, 1))).isEqualTo("a");
    }

    @Test
    void ownSaltWinsOverTheParents() {
      apply(salted(1, "a"));

      assertThat(namespace(child(2, 1).withContent(ContentKeys.NONE.withCacheSalt("b"))))
          .isEqualTo("b");
      assertThat(namespace(child(3, 2))).isEqualTo("b");
    }

    @Test
    void ownSaltPassesUnderAnAmbiguousParent() {
      apply(salted(1, "a"));
      apply(salted(1, "b"));

      assertThat(namespace(child(2, 1).withContent(ContentKeys.NONE.withCacheSalt("a"))))
          .isEqualTo("a");
    }

    @Test
    void emptySaltIsNoneAndInheritsToo() {
      apply(salted(1, "a"));

      assertThat(namespace(child(2, 1).withContent(ContentKeys.NONE.withCacheSalt(""))))
          .isEqualTo("a");
    }

    @Test
    void filteredChildRecordsNothing() {
      apply(salted(1, "a"));
      apply(salted(1, "b"));
      apply(child(2, 1));

      assertThat(namespace(child(3, 2))).isEmpty();
    }

    @Test
    void removalForgetsTheSaltUnlessItIsAmbiguous() {
      apply(salted(1, "a"));
      apply(BlockRemoved.of(BlockHashes.of(1)));
      assertThat(namespace(child(2, 1))).isEmpty();

      apply(salted(5, "a"));
      apply(salted(5, "b"));
      apply(BlockRemoved.of(BlockHashes.of(5)));
      assertThat(namespace(child(6, 5))).isEqualTo("AMBIGUOUS_CACHE_NAMESPACE");
    }

    @Test
    void hashWithoutRecordStaysWithoutOne() {
      apply(stored(1));
      apply(salted(1, "a"));

      assertThat(namespace(child(2, 1))).isEqualTo("a");
    }

    @Test
    void everyBlockOfAStoreInherits() {
      apply(salted(1, "a"));
      apply(
          BlockStored.of(
              BlockHashes.of(2, 3, 4), OptionalLong.of(1), TokenIds.plain(new int[12]), 4));

      assertThat(namespace(child(5, 4))).isEqualTo("a");
    }

    @Test
    void clearForgetsTheSaltsOfItsRankOnly() {
      filter.filter(salted(1, "a"), 0);
      filter.filter(salted(1, "b"), 1);

      filter.filter(AllBlocksCleared.ofFramework(), 0);

      assertThat(filter.filter(child(2, 1), 0))
          .isEqualTo(new Accepted(child(2, 1), StorageTier.DEVICE, ""));
      assertThat(filter.filter(child(2, 1), 1))
          .isEqualTo(new Accepted(child(2, 1), StorageTier.DEVICE, "b"));
    }

    @Test
    void hostEventsCountLikeDeviceEvents() {
      apply(salted(1, "a").withMedium("CPU"));
      assertThat(namespace(child(2, 1))).isEqualTo("a");

      apply(new BlockRemoved(BlockHashes.of(1), "CPU", EventTail.NONE));
      assertThat(namespace(child(3, 1))).isEmpty();
    }
  }
}
