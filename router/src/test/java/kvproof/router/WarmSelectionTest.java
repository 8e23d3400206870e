package kvproof.router;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import kvproof.model.Case;
import kvproof.model.CaseStep;
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
      for (CaseStep step : drawn.steps()) {
        router.take(step);
      }
      Request request = drawn.requests().getFirst();
      int[] targets = request.targets().stream().mapToInt(router::numberOf).toArray();
      long[] prompt = request.localHashes().toArray();
      Selection selection = router.newSelection();
      select(router, prompt, targets, selection, 3);

      long before = allocatedBytes();
      select(router, prompt, targets, selection, 100);

      assertThat(allocatedBytes() - before)
          .as("bytes allocated by 100 warm selections of case seed %s", seed)
          .isLessThan(100);
    }
  }

  private static void select(
      ReferenceRouter router, long[] prompt, int[] targets, Selection selection, int times) {
    for (int i = 0; i < times; i++) {
      router.select(prompt, prompt.length, targets, targets.length, selection);
    }
  }
}
