package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import kvproof.model.AffinityTarget;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerHealth;
import org.junit.jupiter.api.Test;

/** Going through the ranks of 1,024 workers leaves nothing behind for the collector. */
class WarmEligibilityTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WORKERS = 1_024;

  private final WorkerTable table =
      WorkerTable.of(
          LongStream.range(0, WORKERS)
              .mapToObj(
                  id ->
                      new SchedulableWorker(
                          id * 1_000_003,
                          0,
                          1,
                          OptionalLong.empty(),
                          new TreeSet<>(List.of("zone=" + id % 2, "gpu"))))
              .toList());
  private final int[] rows = new int[table.size()];

  @Test
  void withoutConstraints() {
    assertThat(bytes(RequestConstraints.none(), WorkerHealth.good(), WORKERS)).contains(0L);
  }

  @Test
  void withEveryConstraint() {
    SortedSet<Long> all = new TreeSet<>(Long::compareUnsigned);
    LongStream.range(0, WORKERS).forEach(id -> all.add(id * 1_000_003));
    RequestConstraints constraints =
        new RequestConstraints(
            Optional.of(all),
            Optional.empty(),
            Optional.of(new AffinityTarget(5, OptionalInt.empty())),
            new TreeSet<>(List.of("zone=1", "gpu")),
            new TreeMap<>());
    WorkerHealth health =
        new WorkerHealth(Optional.of(all), new TreeSet<>(List.of(1_000_003L, 3_000_009L)));

    assertThat(bytes(constraints, health, WORKERS / 2 - 2)).contains(0L);
  }

  /** The JVM may allocate now and then; an enumeration that does would do so in every round. */
  private List<Long> bytes(RequestConstraints constraints, WorkerHealth health, int expected) {
    enumerate(constraints, health, expected);
    return LongStream.range(0, 5)
        .map(
            round -> {
              long before = THREADS.getCurrentThreadAllocatedBytes();
              enumerate(constraints, health, expected);
              return THREADS.getCurrentThreadAllocatedBytes() - before;
            })
        .boxed()
        .toList();
  }

  private void enumerate(RequestConstraints constraints, WorkerHealth health, int expected) {
    for (int i = 0; i < 20; i++) {
      int count = Eligibility.candidateRows(constraints, true, table, health, rows);
      if (count != expected) {
        throw new AssertionError(count + " rows, not " + expected);
      }
    }
  }
}
