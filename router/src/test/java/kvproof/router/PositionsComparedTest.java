package kvproof.router;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.Lookup;
import kvproof.router.index.TieredIndex;
import org.junit.jupiter.api.Test;

/** The host-pinned tier is walked once: row N25 of the index scenarios, and N10, N26. */
class PositionsComparedTest {
  private static final int N = 64;

  private final TieredIndex index = new TieredIndex();

  private static WorkerWithDpRank rank(int worker) {
    return new WorkerWithDpRank(worker, 0);
  }

  /** Blocks [start, end) of the chain 1, 2, ... whose hashes are 1001, 1002, ... */
  private void hold(Owner owner, StorageTier tier, int start, int end) {
    index.apply(
        new Stored(
            owner,
            tier,
            start == 0 ? OptionalLong.empty() : OptionalLong.of(1000 + start),
            BlockHashes.of(LongStream.rangeClosed(start + 1, end).toArray()),
            BlockHashes.of(LongStream.rangeClosed(1001 + start, 1000 + end).toArray())));
  }

  private Lookup lookUp(boolean candidates) {
    Lookup lookup = index.newLookup();
    index.lookUp(LongStream.rangeClosed(1, N).toArray(), N, candidates, lookup);
    return lookup;
  }

  @Test
  void noPositionIsComparedTwice() {
    for (int worker = 1; worker <= 8; worker++) {
      hold(rank(worker), StorageTier.DEVICE, 0, 4 * worker);
      for (int start = worker; start + 3 < N; start += 8) {
        hold(rank(20 + worker), StorageTier.HOST_PINNED, start, start + 3);
      }
    }

    assertThat(lookUp(true).positionsCompared()).isBetween(1L, (long) N);
  }

  @Test
  void candidatesCostNothingWhereNobodyIsPartial() {
    hold(rank(1), StorageTier.DEVICE, 0, N);
    hold(rank(2), StorageTier.HOST_PINNED, 0, N);
    hold(rank(3), StorageTier.HOST_PINNED, 10, N);

    Lookup with = lookUp(true);

    assertThat(with.positionsCompared()).isEqualTo(lookUp(false).positionsCompared());
    assertThat(with.intervals().size()).as("root prefixes of 1/0 and 2/0").isEqualTo(2);
  }

  @Test
  void coldRanksAreNotWalkedAtAll() {
    hold(rank(1), StorageTier.DEVICE, 0, N);
    hold(rank(3), StorageTier.HOST_PINNED, 10, N);

    assertThat(lookUp(true).positionsCompared()).isZero();
  }

  @Test
  void aSourceEmitsAtMostOneIntervalForAFrontier() {
    hold(rank(1), StorageTier.DEVICE, 0, N / 4);
    for (int source = 0; source < 64; source++) {
      for (int start = N / 4 + 16 * (source % 2); start < N; start += 32) {
        hold(rank(100 + source), StorageTier.HOST_PINNED, start, start + 16);
      }
    }

    Lookup lookup = lookUp(true);

    int continuations = 0;
    for (int row = 0; row < lookup.intervals().size(); row++) {
      continuations += lookup.intervals().start(row) > 0 ? 1 : 0;
    }
    assertThat(continuations).isBetween(1, 64);
  }

  @Test
  void theRouterReportsItsLastAnswer() {
    ReferenceRouter router = new ReferenceRouter();
    router.apply(
        new Stored(
            rank(2),
            StorageTier.HOST_PINNED,
            OptionalLong.empty(),
            BlockHashes.of(1, 2, 3),
            BlockHashes.of(101, 102, 103)));

    router.answer(new Request("q", BlockHashes.of(1, 2, 3, 4), List.of(rank(9))));

    assertThat(router.positionsCompared()).isEqualTo(4);
  }
}
