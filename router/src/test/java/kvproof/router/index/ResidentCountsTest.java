package kvproof.router.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ResidentCountsTest {
  private static final int RANKS = 10_000;

  private final ResidentCounts counts = new ResidentCounts();

  private static WorkerWithDpRank rank(int worker) {
    return new WorkerWithDpRank(worker, 0);
  }

  @Test
  @Tag("FS-57")
  void noneIsNotZero() {
    counts.set(rank(1), 0);

    assertThat(counts.blocks(rank(1))).hasValue(0);
    assertThat(counts.blocks(rank(2))).isEmpty();
  }

  @Test
  void mapIsTheSameObjectUntilARankAppearsOrGoes() {
    counts.set(rank(1), 3);
    ResidentCountsView view = counts.view();

    counts.set(rank(1), 4);
    counts.remove(rank(2));
    counts.removeIf(rank -> rank.workerId() == 2);

    assertThat(counts.view()).isSameAs(view);
    assertThat(view.blocks(rank(1))).hasValue(4);

    counts.set(rank(2), 1);
    assertThat(counts.view()).isNotSameAs(view);
  }

  @Test
  void q17OlderMapStaysValidAndTheNextOneShowsTheNewRank() {
    counts.set(rank(1), 3);
    ResidentCountsView held = counts.view();

    counts.set(rank(2), 5);
    counts.set(rank(1), 4);

    assertThat(held.blocks(rank(1))).hasValue(4);
    assertThat(held.blocks(rank(2))).isEmpty();
    assertThat(counts.view().blocks(rank(2))).hasValue(5);
  }

  @Test
  void rankThatCameBackIsReadFromTheNewMap() {
    counts.set(rank(1), 3);
    ResidentCountsView held = counts.view();
    counts.remove(rank(1));

    counts.set(rank(1), 1);

    assertThat(counts.blocks(rank(1))).hasValue(1);
    assertThat(held.blocks(rank(1))).as("of the counter that was").hasValue(3);
  }

  /** The copies cost their bytes: half a gigabyte for all of them, well under a second. */
  @Test
  void tenThousandRanksAppearOneByOneWithinASecond() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long cpuBefore = threads.getCurrentThreadCpuTime();
    long bytesBefore = threads.getCurrentThreadAllocatedBytes();

    for (int worker = 0; worker < RANKS; worker++) {
      counts.set(rank(worker), worker);
    }

    long bytes = threads.getCurrentThreadAllocatedBytes() - bytesBefore;
    assertThat(threads.getCurrentThreadCpuTime() - cpuBefore)
        .isLessThan(TimeUnit.SECONDS.toNanos(1));
    assertThat(bytes).isLessThan(1L << 29);
    assertThat(counts.blocks(rank(RANKS - 1))).hasValue(RANKS - 1);
    assertThat(counts.view().ranks()).hasSize(RANKS);
  }
}
