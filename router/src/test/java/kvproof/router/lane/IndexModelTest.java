package kvproof.router.lane;

import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.router.Selection;
import org.jetbrains.lincheck.datastructures.Operation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** FS-05: the tables of runs, hashes and owners, changed by one thread and read by another. */
class IndexModelTest {
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);

  private static Stored chain(WorkerWithDpRank rank, int blocks) {
    return new Stored(
        rank,
        StorageTier.DEVICE,
        OptionalLong.empty(),
        BlockHashes.of(1, 2, 3).slice(0, blocks),
        BlockHashes.of(101, 102, 103).slice(0, blocks));
  }

  /**
   * What a look-up and both tables say: overlaps of the two ranks, and whether each of W1's blocks
   * is found by its hash.
   */
  private static String seen(ReferenceRouter router) {
    Selection selection = router.newSelection();
    router.select(new long[] {1, 2, 3}, 3, new int[0], 0, selection);
    StringBuilder seen = new StringBuilder();
    for (WorkerWithDpRank rank : new WorkerWithDpRank[] {W1, W2}) {
      int number = router.find(rank);
      boolean isKnown = number >= 0 && number < selection.lookup().ownerCount();
      seen.append(isKnown ? selection.lookup().deviceBlocks(number) : 0).append(' ');
    }
    for (long hash = 101; hash <= 103; hash++) {
      seen.append(router.contains(W1, hash) ? 1 : 0);
    }
    return seen.toString();
  }

  public static class Published {
    private final LeftRight<ReferenceRouter> sides =
        new LeftRight<>(new ReferenceRouter(), ReferenceRouter::copy, ReadSection::new, 2);

    private String apply(KvCacheEvent event) {
      return sides.write(side -> side.apply(event)).name();
    }

    @Operation
    public String storeW1() {
      return apply(chain(W1, 3));
    }

    @Operation
    public String storeW2() {
      return apply(chain(W2, 2));
    }

    @Operation
    public String removeMiddle() {
      return apply(new Removed(W1, StorageTier.DEVICE, BlockHashes.of(102)));
    }

    @Operation
    public String removeWorker() {
      return apply(new WorkerRemoved(1));
    }

    @Operation
    public String look() {
      return sides.ask(IndexModelTest::seen);
    }
  }

  /** One copy, changed event by event. */
  public static class OnlyOne {
    private final OneCopy<ReferenceRouter> copy =
        new OneCopy<>(new ReferenceRouter(), ReadSection::new, 2);

    private String apply(KvCacheEvent event) {
      return copy.write(router -> router.apply(event)).name();
    }

    @Operation
    public String storeW1() {
      return apply(chain(W1, 3));
    }

    @Operation
    public String removeMiddle() {
      return apply(new Removed(W1, StorageTier.DEVICE, BlockHashes.of(102)));
    }

    @Operation
    public String removeWorker() {
      return apply(new WorkerRemoved(1));
    }

    @Operation
    public String look() {
      return copy.ask(IndexModelTest::seen);
    }
  }

  /** Nothing between them: a look-up meets a store half way. */
  public static class Unprotected {
    private final ReferenceRouter router = new ReferenceRouter();

    @Operation(nonParallelGroup = "writers")
    public String storeW1() {
      return router.apply(chain(W1, 3)).name();
    }

    @Operation(nonParallelGroup = "writers")
    public String removeWorker() {
      return router.apply(new WorkerRemoved(1)).name();
    }

    @Operation(nonParallelGroup = "readers")
    public String look() {
      return seen(router);
    }
  }

  @Test
  void fs05StoresRemovalsAndLooksAreInSomeOrder() {
    ModelChecked.isLinearizable(Published.class, ModelChecked.FEW);
  }

  @Test
  @Tag("FS-05")
  void storesRemovalsAndLooksAtTheOnlyCopyAreInSomeOrder() {
    ModelChecked.isLinearizable(OnlyOne.class, ModelChecked.FEW);
  }

  @Test
  @Tag("FS-05")
  void plantedRaceIsFound() {
    ModelChecked.isFoundToRace(Unprotected.class);
  }
}
