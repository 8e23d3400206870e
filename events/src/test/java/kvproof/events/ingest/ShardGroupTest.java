package kvproof.events.ingest;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import kvproof.events.ingest.ShardGroup.Incomplete;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

/** Block 101 has local hash 1, and so on; each follows the one before. */
class ShardGroupTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(1, 0);
  private static final BlockHashes CHAIN = chain(1, 10);

  private final ShardGroup group = new ShardGroup(RANK, 4);

  private static BlockHashes chain(int first, int last) {
    return BlockHashes.of(LongStream.rangeClosed(100 + first, 100 + last).toArray());
  }

  private static Stored stored(StorageTier tier, int first, int last) {
    return new Stored(
        RANK,
        tier,
        first == 1 ? OptionalLong.empty() : OptionalLong.of(99 + first),
        BlockHashes.of(LongStream.rangeClosed(first, last).toArray()),
        chain(first, last));
  }

  private static Removed removed(StorageTier tier, int first, int last) {
    return new Removed(RANK, tier, chain(first, last));
  }

  private List<KvCacheEvent> all(KvCacheEvent event) {
    List<KvCacheEvent> events = new ArrayList<>();
    for (int shard = 0; shard < 4; shard++) {
      events.addAll(group.take(shard, event));
    }
    return events;
  }

  @Test
  void fs33PrefixEndsWhereTheFirstShardEnds() {
    for (int shard : new int[] {0, 1, 3}) {
      assertThat(group.take(shard, stored(DEVICE, 1, 10))).isEmpty();
    }
    List<KvCacheEvent> events = group.take(2, stored(DEVICE, 1, 8));

    assertThat(events).hasSize(8).startsWith(stored(DEVICE, 1, 1)).endsWith(stored(DEVICE, 8, 8));
    assertThat(group.usable(DEVICE, CHAIN)).isEqualTo(8);
    assertThat(group.incomplete(DEVICE, CHAIN))
        .containsExactly(new Incomplete(8, 109, List.of(2)), new Incomplete(9, 110, List.of(2)));
  }

  @Test
  void firstEvictionTakesTheBlockAndFurtherOnesDoNothing() {
    all(stored(DEVICE, 1, 10));

    assertThat(group.take(1, removed(DEVICE, 9, 10))).containsExactly(removed(DEVICE, 9, 10));
    assertThat(group.take(1, removed(DEVICE, 9, 10))).as("repeated").isEmpty();
    assertThat(group.take(3, removed(DEVICE, 9, 10))).isEmpty();
    assertThat(group.take(1, stored(DEVICE, 9, 10))).as("shard 3 lacks them").isEmpty();
    assertThat(group.take(3, stored(DEVICE, 9, 9))).containsExactly(stored(DEVICE, 9, 9));
  }

  @Test
  void tiersAreApart() {
    all(stored(DEVICE, 1, 2));
    group.take(0, stored(HOST_PINNED, 1, 2));

    assertThat(group.usable(HOST_PINNED, CHAIN)).isZero();
    assertThat(group.take(0, removed(HOST_PINNED, 1, 2))).isEmpty();
    assertThat(group.usable(DEVICE, CHAIN)).isEqualTo(2);
  }

  @Test
  void clearOfOneShardTakesWhatAllHad() {
    all(stored(DEVICE, 1, 3));
    all(stored(HOST_PINNED, 1, 1));
    group.take(0, stored(DEVICE, 4, 4));

    assertThat(group.take(0, Cleared.of(RANK)))
        .containsExactly(removed(DEVICE, 1, 3), removed(HOST_PINNED, 1, 1));
    assertThat(group.take(1, Cleared.of(RANK))).isEmpty();
    assertThat(group.incomplete(DEVICE, CHAIN))
        .hasSize(3)
        .allMatch(lack -> lack.shards().equals(List.of(0, 1)));
  }

  @Test
  void rankThatLeftHasNothing() {
    for (KvCacheEvent left : List.of(new RankRemoved(RANK), new WorkerRemoved(1))) {
      all(stored(DEVICE, 1, 3));

      assertThat(group.take(2, left)).containsExactly(left);

      assertThat(group.usable(DEVICE, CHAIN)).isZero();
      assertThat(group.incomplete(DEVICE, CHAIN)).isEmpty();
    }
  }

  @Test
  void partAtAnotherPlaceIsNoPart() {
    for (int shard = 0; shard < 3; shard++) {
      group.take(shard, stored(DEVICE, 1, 2));
    }
    Stored elsewhere =
        new Stored(RANK, DEVICE, OptionalLong.empty(), BlockHashes.of(2), BlockHashes.of(102));

    assertThat(group.take(3, elsewhere)).isEmpty();
    assertThat(group.mismatched()).isOne();
    assertThat(group.take(3, stored(DEVICE, 1, 2))).hasSize(2);
  }

  @Test
  void malformedStoreStoresNothing() {
    Stored own =
        new Stored(RANK, DEVICE, OptionalLong.of(101), BlockHashes.of(1), BlockHashes.of(101));

    assertThat(all(own)).isEmpty();
    assertThat(group.incomplete(DEVICE, CHAIN)).isEmpty();
  }

  @Test
  void othersAreRefused() {
    Stored other =
        new Stored(
            new WorkerWithDpRank(1, 1),
            DEVICE,
            OptionalLong.empty(),
            BlockHashes.of(1),
            BlockHashes.of(101));

    assertThatThrownBy(() -> group.take(0, other))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("shards of 1/0 do not speak of ");
    assertThatThrownBy(() -> group.take(4, stored(DEVICE, 1, 1)))
        .isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> new ShardGroup(RANK, 0)).isInstanceOf(IllegalArgumentException.class);
  }

  /** Against the definition, for stores, removals and clears in any order. */
  @Test
  void eventsMakeUpWhatAllShardsHold() {
    for (long seed = 0; seed < 100; seed++) {
      SeededRandom random = new SeededRandom(seed);
      ShardGroup drawn = new ShardGroup(RANK, 3);
      Map<Integer, Set<Long>> held = new HashMap<>();
      Set<Long> told = new TreeSet<>();
      for (int step = 0; step < 40; step++) {
        int shard = random.below(3);
        Set<Long> own = held.computeIfAbsent(shard, _ -> new TreeSet<>());
        int first = 1 + random.below(6);
        int last = first + random.below(3);
        KvCacheEvent event;
        if (random.chance(60)) {
          event = stored(DEVICE, first, last);
          chain(first, last).stream().forEach(own::add);
        } else if (random.chance(90)) {
          event = removed(DEVICE, first, last);
          chain(first, last).stream().forEach(own::remove);
        } else {
          event = Cleared.of(RANK);
          own.clear();
        }
        for (KvCacheEvent said : drawn.take(shard, event)) {
          switch (said) {
            case Stored stored -> assertThat(told.add(stored.externalHashes().at(0))).isTrue();
            case Removed gone ->
                gone.externalHashes().stream()
                    .forEach(hash -> assertThat(told.remove(hash)).isTrue());
            default -> throw new AssertionError(said);
          }
        }
        Set<Long> common = new TreeSet<>(held.getOrDefault(0, Set.of()));
        common.retainAll(held.getOrDefault(1, Set.of()));
        common.retainAll(held.getOrDefault(2, Set.of()));
        assertThat(told).isEqualTo(common);
      }
    }
  }
}
