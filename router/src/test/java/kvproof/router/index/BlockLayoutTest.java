package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

class BlockLayoutTest {
  private static final int MOST_BLOCKS = 8;

  private final OwnerSets sets = new OwnerSets();
  private final BlockLayout layout = new BlockLayout(sets, new Holdings(), MOST_BLOCKS);

  private static StoredChain chain(int blocks) {
    long[] locals = LongStream.rangeClosed(1, blocks).toArray();
    long[] externals = LongStream.rangeClosed(101, 100 + blocks).toArray();
    return StoredChain.of(
        new Stored(
            new WorkerWithDpRank(1, 0),
            StorageTier.DEVICE,
            OptionalLong.empty(),
            BlockHashes.of(locals),
            BlockHashes.of(externals)));
  }

  /** A location has no room for the index of a block further behind. */
  @Test
  void runThatIsFullGoesOnInAnother() {
    StoredChain chain = chain(20);
    int done = 0;
    while (done < 18) {
      int appended = layout.appendNew(chain(18), done, sets.empty());
      assertThat(appended).isBetween(1, MOST_BLOCKS);
      done += appended;
    }
    for (int at = 18; at < 20; at++) {
      layout.insert(false, chain.parentAt(at), chain.local[at], chain.external[at]);
    }

    assertThat(layout.runCount()).isEqualTo(3);
    layout.forEachRun(run -> assertThat(run.length).isLessThanOrEqualTo(MOST_BLOCKS));
    for (int at = 0; at < 20; at++) {
      long location =
          layout.locationOf(
              chain.rootedAt(at), chain.parentAt(at), chain.local[at], chain.external[at]);
      assertThat(LocationTable.index(location)).isEqualTo(at % MOST_BLOCKS);
    }
  }

  @Test
  void blockBehindAFullRunBeginsAnother() {
    StoredChain chain = chain(MOST_BLOCKS + 1);
    layout.appendNew(chain, 0, sets.empty());

    long location =
        layout.insert(
            false,
            chain.parentAt(MOST_BLOCKS),
            chain.local[MOST_BLOCKS],
            chain.external[MOST_BLOCKS]);

    assertThat(LocationTable.index(location)).isZero();
    assertThat(layout.runCount()).isEqualTo(2);
  }
}
