package kvproof.soak.field;

import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.CountingRouter;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;

/**
 * FS-63: what a clear of one worker costs, as counted work: it goes by the blocks of that worker,
 * however many there are besides.
 *
 * <p>Each worker holds 125 chains of 125 blocks, a fifth of them together with seven others. What
 * look-ups cost meanwhile is a matter of time, and therefore of {@code kvproof bench --clear}.
 */
final class ClearCost {
  private static final int WORKERS = 64;
  private static final int FEWER_WORKERS = 8;
  private static final int CHAINS = 125;
  private static final int SHARED_CHAINS = 25;
  private static final int COHORT = 8;
  private static final int BLOCKS = 125;
  private static final int BLOCKS_EACH = CHAINS * BLOCKS;
  private static final int PASSING_CHAINS = 20_000;
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(0, 0);
  private static final WorkerWithDpRank PASSER = new WorkerWithDpRank(WORKERS, 0);

  private final CountingRouter router;

  private ClearCost(CountingRouter router) {
    this.router = router;
  }

  static void ask(Questions questions) {
    ask(questions, ReferenceRouter::new);
  }

  static void ask(Questions questions, Supplier<? extends CountingRouter> fresh) {
    ClearCost all = new ClearCost(fresh.get()).fill(WORKERS);
    long held = all.held(WORKERS);
    long work = all.clear(W1);
    questions.ask("blocks held by 64 workers", (long) WORKERS * BLOCKS_EACH, () -> held);
    questions.ask("the clear looks at no more than W1 has blocks", true, () -> work <= BLOCKS_EACH);
    questions.ask("and at something for each of its chains", true, () -> work >= CHAINS);
    questions.ask("blocks held after it", (WORKERS - 1L) * BLOCKS_EACH, () -> all.held(WORKERS));
    questions.ask("resident of W1 after it", 0, () -> all.resident(W1));

    long workAmongFewer = new ClearCost(fresh.get()).fill(FEWER_WORKERS).clear(W1);
    questions.ask("work with 8 workers in place of 64", work, () -> workAmongFewer);

    long workAfterChurn = new ClearCost(fresh.get()).fill(WORKERS).churn().clear(PASSER);
    questions.ask(
        "a worker of 125 blocks costs little after 20,000 other chains came to it and went",
        true,
        () -> workAfterChurn <= 4 * BLOCKS);
  }

  private ClearCost fill(int workers) {
    for (int worker = 0; worker < workers; worker++) {
      for (int chain = 0; chain < CHAINS; chain++) {
        long number =
            chain < SHARED_CHAINS
                ? 1_000_000 + (long) (worker / COHORT) * SHARED_CHAINS + chain
                : (long) worker * CHAINS + chain;
        store(new WorkerWithDpRank(worker, 0), number);
      }
    }
    return this;
  }

  /** Holds one chain, and for a moment each of many others, whose runs stay. */
  private ClearCost churn() {
    store(PASSER, (long) WORKERS * CHAINS);
    for (int passing = 0; passing < PASSING_CHAINS; passing++) {
      int worker = passing % WORKERS;
      long number = (long) worker * CHAINS + SHARED_CHAINS + passing % (CHAINS - SHARED_CHAINS);
      store(PASSER, number);
      router.take(new Removed(PASSER, StorageTier.DEVICE, hashes(number)));
    }
    return this;
  }

  private void store(WorkerWithDpRank rank, long chain) {
    BlockHashes hashes = hashes(chain);
    router.take(new Stored(rank, StorageTier.DEVICE, OptionalLong.empty(), hashes, hashes));
  }

  private static BlockHashes hashes(long chain) {
    return BlockHashes.of(LongStream.range(chain * BLOCKS, (chain + 1) * BLOCKS).toArray());
  }

  private long clear(WorkerWithDpRank rank) {
    long before = router.clearingWork().orElseThrow();
    router.take(Cleared.of(rank));
    return router.clearingWork().orElseThrow() - before;
  }

  private long held(int workers) {
    return LongStream.range(0, workers).map(id -> resident(new WorkerWithDpRank(id, 0))).sum();
  }

  private long resident(WorkerWithDpRank rank) {
    return router.residentBlocks(rank).orElseThrow();
  }
}
