package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two threads that go on from one leaf which two ranks share. */
class SharedLeafTest {
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);
  private static final int LEAF = 3;
  private static final int ROUNDS = 200;

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void d32TwoThreadsAppendDifferentTailsToOneLeaf(int lanes) throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      try (LanedRouter router = withSharedLeaf(lanes)) {
        atOnce(
            () -> router.enqueue(blocks(W1, LEAF, 10)), () -> router.enqueue(other(W2, LEAF, 10)));

        assertThat(overlap(router, W1, prompt(10))).isEqualTo(10);
        assertThat(overlap(router, W2, prompt(10))).isEqualTo(LEAF);
        assertThat(overlap(router, W2, otherPrompt(10))).isEqualTo(10);
        assertThat(overlap(router, W1, otherPrompt(10))).isEqualTo(LEAF);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void d33TwoThreadsAppendTheSameTail(int lanes) throws InterruptedException {
    for (int round = 0; round < ROUNDS; round++) {
      try (LanedRouter router = withSharedLeaf(lanes)) {
        atOnce(
            () -> router.enqueue(blocks(W1, LEAF, 10)), () -> router.enqueue(blocks(W2, LEAF, 10)));

        assertThat(overlap(router, W1, prompt(10))).isEqualTo(10);
        assertThat(overlap(router, W2, prompt(10))).isEqualTo(10);
        assertThat(router.heldBlocks()).hasSize(20);
      }
    }
  }

  private static LanedRouter withSharedLeaf(int lanes) {
    LanedRouter router = new LanedRouter(lanes);
    router.apply(blocks(W1, 0, LEAF));
    router.apply(blocks(W2, 0, LEAF));
    return router;
  }

  private static void atOnce(Runnable first, Runnable second) throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (Runnable each : List.of(first, second)) {
      threads.add(
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      start.await();
                    } catch (InterruptedException interrupted) {
                      Thread.currentThread().interrupt();
                    }
                    each.run();
                  }));
    }
    start.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }

  private static int overlap(LanedRouter router, WorkerWithDpRank rank, BlockHashes prompt) {
    assertThat(router.flush()).isTrue();
    var match = router.answer(new Request("q", prompt, List.of())).device().get(rank);
    return match == null ? 0 : match.blocks();
  }

  private static BlockHashes prompt(int blocks) {
    return BlockHashes.of(LongStream.range(0, blocks).toArray());
  }

  /** The same up to the leaf. */
  private static BlockHashes otherPrompt(int blocks) {
    return BlockHashes.of(
        LongStream.range(0, blocks).map(block -> block < LEAF ? block : block + 50).toArray());
  }

  private static Stored blocks(WorkerWithDpRank rank, int start, int end) {
    return stored(rank, start, prompt(end).slice(start, end), 100);
  }

  private static Stored other(WorkerWithDpRank rank, int start, int end) {
    return stored(rank, start, otherPrompt(end).slice(start, end), 100);
  }

  private static Stored stored(
      WorkerWithDpRank rank, int start, BlockHashes localHashes, long firstExternalHash) {
    return new Stored(
        rank,
        StorageTier.DEVICE,
        start == 0 ? OptionalLong.empty() : OptionalLong.of(firstExternalHash + start - 1),
        localHashes,
        BlockHashes.of(localHashes.stream().map(hash -> firstExternalHash + hash).toArray()));
  }
}
