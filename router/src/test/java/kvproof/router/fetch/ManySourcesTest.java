package kvproof.router.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.Selection;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many sources with one interval, some of which their targets may not have. */
class ManySourcesTest {
  private static final long[] PROMPT = {1, 2, 3, 4};

  private final ReferenceRouter router = new ReferenceRouter();

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 17, 200})
  void whoIsAttachedToTheFirstSourceGetsTheSecond(int owners) {
    SortedMap<CacheOwner, HintSource> sources = new TreeMap<>();
    for (int i = owners - 1; i >= 0; i--) {
      store(cacheOwner(i));
      sources.put(cacheOwner(i), new HintSource("tcp://k:1", "decode", Optional.of(rank(i))));
    }
    router.replace(new ResidencySnapshot(new TreeMap<>(), sources));

    int[] targets = IntStream.range(0, owners).map(i -> router.numberOf(rank(i))).toArray();
    Selection found = router.newSelection();
    router.select(PROMPT, PROMPT.length, targets, targets.length, found);

    for (int i = 0; i < owners; i++) {
      assertThat(router.owner(found.chooser().source(i))).isEqualTo(cacheOwner(i == 0 ? 1 : 0));
      assertThat(found.chooser().end(i)).isEqualTo(PROMPT.length);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 40, 200})
  void smallestOfManyRanksIsChosenWhoeverWasMetFirst(int ranks) {
    for (int i = ranks; i >= 1; i--) {
      store(rank(i));
    }
    int[] targets = {router.numberOf(rank(0))};
    Selection found = router.newSelection();

    router.select(PROMPT, PROMPT.length, targets, 1, found);

    assertThat(router.owner(found.chooser().source(0))).isEqualTo(rank(1));
  }

  private void store(Owner owner) {
    BlockHashes hashes = BlockHashes.of(PROMPT);
    router.apply(new Stored(owner, StorageTier.HOST_PINNED, OptionalLong.empty(), hashes, hashes));
  }

  private static CacheOwner cacheOwner(int i) {
    return new CacheOwner("K%03d".formatted(i));
  }

  private static WorkerWithDpRank rank(int i) {
    return new WorkerWithDpRank(i, 0);
  }
}
