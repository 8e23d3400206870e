package kvproof.benchmarks.clear;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * What workers hold: each so many chains of 125 blocks, a fifth of them together with the seven
 * workers beside it.
 *
 * @param workers at least 1
 * @param chainsEach at least 5
 */
public record ClearFixture(int workers, int chainsEach) {
  static final int BLOCKS = 125;
  private static final int COHORT = 8;
  private static final int SHARED = 5;
  private static final long FIRST_SHARED = 1L << 32;

  public ClearFixture {
    if (workers < 1 || chainsEach < SHARED) {
      throw new IllegalArgumentException(
          workers + " workers with " + chainsEach + " chains each: too few");
    }
  }

  /** A million blocks over 64 workers. */
  public static ClearFixture standard() {
    return new ClearFixture(64, 125);
  }

  static WorkerWithDpRank rank(int worker) {
    return new WorkerWithDpRank(worker, 0);
  }

  /** Blocks that all workers hold together. */
  long blocks() {
    return (long) workers * chainsEach * BLOCKS;
  }

  /** One store for each chain of one worker. */
  List<KvCacheEvent> events(int worker) {
    List<KvCacheEvent> events = new ArrayList<>();
    for (int chain = 0; chain < chainsEach; chain++) {
      BlockHashes hashes = BlockHashes.of(hashes(worker, chain));
      events.add(
          new Stored(rank(worker), StorageTier.DEVICE, OptionalLong.empty(), hashes, hashes));
    }
    return events;
  }

  private long[] hashes(int worker, int chain) {
    boolean isShared = chain % SHARED == 0;
    long number =
        isShared
            ? FIRST_SHARED + (long) (worker / COHORT) * chainsEach + chain
            : (long) worker * chainsEach + chain;
    return LongStream.range(number * BLOCKS, (number + 1) * BLOCKS).toArray();
  }

  /** The prompts that are looked up in turn: one chain of each worker, shared ones among them. */
  List<long[]> prompts() {
    return IntStream.range(0, workers)
        .mapToObj(worker -> hashes(worker, worker % chainsEach))
        .toList();
  }
}
