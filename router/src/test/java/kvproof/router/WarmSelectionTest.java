package kvproof.router;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import org.junit.jupiter.api.Test;

class WarmSelectionTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static long allocatedBytes() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  @Test
  void allocatesNothing() {
    for (long seed = 1; seed <= 50; seed++) {
      Case drawn = Cases.draw(Profile.ENGINE, seed);
      ReferenceRouter router = new ReferenceRouter();
      for (IndexStep step : drawn.indexSteps()) {
        router.take(step);
      }
      Request request = drawn.requests().getFirst();
      int[] targets = request.targets().stream().mapToInt(router::numberOf).toArray();
      long[] prompt = request.localHashes().toArray();
      Selection selection = router.newSelection();
      select(router, prompt, targets, selection, 3);

      // The JVM itself may allocate now and then; a selection that does would do so in every round.
      assertThat(LongStream.range(0, 5).map(round -> bytesOf(router, prompt, targets, selection)))
          .as("bytes allocated by each round of warm selections, case seed %s", seed)
          .contains(0L);
    }
  }

  private static long bytesOf(
      ReferenceRouter router, long[] prompt, int[] targets, Selection selection) {
    long before = allocatedBytes();
    select(router, prompt, targets, selection, 100);
    return allocatedBytes() - before;
  }

  private static void select(
      ReferenceRouter router, long[] prompt, int[] targets, Selection selection, int times) {
    for (int i = 0; i < times; i++) {
      router.select(prompt, prompt.length, targets, targets.length, selection);
    }
  }
}
