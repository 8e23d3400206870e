package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

class ResidentReaderTest {
  private static final WorkerWithDpRank ONE = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank TWO = new WorkerWithDpRank(2, 0);
  private static final WorkerWithDpRank THREE = new WorkerWithDpRank(3, 0);

  private final ResidentCounts counts = new ResidentCounts();
  private final ResidentReader reader = new ResidentReader();

  private void begin() {
    reader.begin(counts.view(), 2);
  }

  @Test
  void absentIsNotZero() {
    counts.set(ONE, 0);
    begin();

    assertThat(reader.blocks(0, ONE)).hasValue(0);
    assertThat(reader.blocksOr(0, ONE, -1)).isZero();
    assertThat(reader.blocks(1, TWO)).isEmpty();
    assertThat(reader.blocksOr(1, TWO, -1)).isEqualTo(-1);
  }

  @Test
  void withoutCountersEverythingIsAbsent() {
    reader.begin(null, 2);

    assertThat(reader.blocks(1, ONE)).isEmpty();
    assertThat(reader.blocksOr(1, ONE, 7)).isEqualTo(7);
  }

  @Test
  void everyReadIsLive() {
    counts.set(ONE, 3);
    begin();
    assertThat(reader.blocks(0, ONE)).hasValue(3);

    counts.set(ONE, 4);

    assertThat(reader.blocks(0, ONE)).hasValue(4);
  }

  @Test
  void candidateOfAnotherRankIsLookedUpAnew() {
    counts.set(ONE, 3);
    counts.set(TWO, 5);
    begin();
    assertThat(reader.blocks(0, ONE)).hasValue(3);

    begin(); // the first candidate has another rank this time

    assertThat(reader.blocks(0, TWO)).hasValue(5);
    assertThat(reader.blocks(0, THREE)).isEmpty();
    assertThat(reader.blocks(0, new WorkerWithDpRank(1, 0))).hasValue(3);
  }

  /** Its old counter goes on existing and says what it said last. */
  @Test
  void rankThatWentAndCameBackIsReadFromItsNewCounter() {
    counts.set(ONE, 3);
    begin();
    assertThat(reader.blocks(0, ONE)).hasValue(3);

    counts.remove(ONE);
    begin();
    assertThat(reader.blocks(0, ONE)).isEmpty();

    counts.set(ONE, 8);
    begin();
    assertThat(reader.blocks(0, ONE)).hasValue(8);
  }

  @Test
  void rankThatAppearsIsSeenFromTheNextSelectionOn() {
    counts.set(ONE, 3);
    begin();
    assertThat(reader.blocks(1, TWO)).isEmpty();

    counts.set(TWO, 6);
    assertThat(reader.blocks(1, TWO)).isEmpty();

    begin();
    assertThat(reader.blocks(1, TWO)).hasValue(6);
  }

  @Test
  void warmReadsAllocateNothing() {
    counts.set(ONE, 3);
    var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Runnable reads =
        () -> {
          long sum = 0;
          for (int i = 0; i < 1_000; i++) {
            begin();
            sum += reader.blocksOr(0, ONE, 0) + reader.blocksOr(1, TWO, 0);
          }
          if (sum != 3_000) {
            throw new AssertionError("read " + sum);
          }
        };
    reads.run();

    assertThat(
            LongStream.range(0, 5)
                .map(
                    _ -> {
                      long before = threads.getCurrentThreadAllocatedBytes();
                      reads.run();
                      return threads.getCurrentThreadAllocatedBytes() - before;
                    }))
        .contains(0L);
  }
}
