package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

/** How many positions one look-up compares in the host-pinned tier. */
class ComparedPositionsTest {
  private static final int LENGTH = 16;

  private final TieredIndex index = new TieredIndex();

  @Test
  void atMostOncePerPositionHoweverManyFrontiersAndSources() {
    holds(1, StorageTier.DEVICE, 0, 4);
    holds(2, StorageTier.DEVICE, 0, 8);
    holds(3, StorageTier.DEVICE, 0, 12);
    holds(4, StorageTier.HOST_PINNED, 4, 16);
    holds(5, StorageTier.HOST_PINNED, 4, 6);
    holds(5, StorageTier.HOST_PINNED, 8, 11);
    holds(6, StorageTier.HOST_PINNED, 12, 16);

    assertThat(compared(true)).isBetween(12L, (long) LENGTH);
    assertThat(compared(false)).isLessThanOrEqualTo(LENGTH);
  }

  @Test
  void sameWithAndWithoutCandidatesWhereNobodyIsPartial() {
    holds(1, StorageTier.DEVICE, 0, 16);
    holds(2, StorageTier.HOST_PINNED, 0, 16);
    holds(3, StorageTier.HOST_PINNED, 2, 9);

    assertThat(compared(true)).isEqualTo(compared(false)).isPositive();
  }

  @Test
  void coldRanksAndSourcesCostNothing() {
    holds(2, StorageTier.HOST_PINNED, 3, 16);

    assertThat(compared(true)).isEqualTo(compared(false)).isZero();
  }

  @Test
  void twoHashLinesAreComparedOnceEach() {
    holds(1, StorageTier.DEVICE, 0, 4);
    holds(2, StorageTier.HOST_PINNED, 4, 16);
    holdsOtherLine(3, StorageTier.DEVICE, 0, 4);
    holdsOtherLine(4, StorageTier.HOST_PINNED, 4, 16);
    holdsOtherLine(3, StorageTier.HOST_PINNED, 4, 10);

    assertThat(compared(true)).isLessThanOrEqualTo(2L * LENGTH);
  }

  private void holds(int worker, StorageTier tier, int start, int end) {
    store(worker, tier, start, end, 101);
  }

  private void holdsOtherLine(int worker, StorageTier tier, int start, int end) {
    store(worker, tier, start, end, 901);
  }

  private void store(int worker, StorageTier tier, int start, int end, long firstExternal) {
    index.apply(
        new Stored(
            new WorkerWithDpRank(worker, 0),
            tier,
            start == 0 ? OptionalLong.empty() : OptionalLong.of(firstExternal + start - 1),
            BlockHashes.of(LongStream.range(start, end).toArray()),
            BlockHashes.of(
                LongStream.range(firstExternal + start, firstExternal + end).toArray())));
  }

  private long compared(boolean candidates) {
    Lookup lookup = index.newLookup();
    index.lookUp(LongStream.range(0, LENGTH).toArray(), LENGTH, candidates, lookup);
    return lookup.positionsCompared();
  }
}
