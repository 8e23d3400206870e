package kvproof.router.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import kvproof.model.BlockHashes;
import kvproof.model.SchedulableWorker;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

class WarmProjectionTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WORKERS = 64;

  private final ActiveSequences sequences = new ActiveSequences(OptionalLong.empty());
  private final LoadProjection projection = new LoadProjection();
  private final BlockHashes query = path(0, 200);

  private static BlockHashes path(long branch, int length) {
    return BlockHashes.of(
        LongStream.range(0, length).map(i -> i < 100 ? i : i + 1_000 * branch).toArray());
  }

  private void book(int count) {
    SeededRandom random = new SeededRandom(7);
    for (int i = 0; i < count; i++) {
      var booking =
          new Booking(
              "r" + i,
              0,
              SchedulableWorker.of(random.below(WORKERS)).rank(0),
              path(random.below(5), random.below(200)),
              random.below(1_000),
              random.chance(50) ? OptionalLong.empty() : OptionalLong.of(random.below(1_000)),
              true);
      sequences.add(booking, UnknownRank.REGISTER, i);
      sequences.addOutputBlocks("r" + i, random.below(3), random.below(8) / 8.0);
    }
  }

  private long bytesOf(int projections) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < projections; i++) {
      sequences.project(query, 1_000 + i, projection);
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  @Test
  void allocatesNothing() {
    sequences.reconcile(
        Stream.iterate(0L, id -> id + 1).limit(WORKERS).map(SchedulableWorker::of).toList(), 0);
    book(300);
    bytesOf(3);

    // The JVM itself may allocate now and then; a projection that does would do so in every round.
    assertThat(LongStream.range(0, 5).map(round -> bytesOf(100))).contains(0L);
  }
}
