package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.router.ReferenceRouter;
import kvproof.router.Selection;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LanedSelectionTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @ParameterizedTest
  @EnumSource
  void warmSelectionAllocatesNothingAndChoosesAsTheReferenceRouter(LaneCopies copies) {
    for (long seed = 1; seed <= 10; seed++) {
      Case drawn = Cases.draw(Profile.ENGINE, seed);
      Request request = drawn.requests().getFirst();
      long[] prompt = request.localHashes().toArray();
      try (LanedRouter router = new LanedRouter(2, LaneThreads.SYSTEM, copies)) {
        ReferenceRouter expected = new ReferenceRouter();
        for (IndexStep step : drawn.indexSteps()) {
          router.take(step);
          expected.take(step);
        }
        int[] targets = request.targets().stream().mapToInt(router::numberOf).toArray();
        Selection selection = router.newSelection();
        router.select(prompt, prompt.length, targets, targets.length, selection);

        // The JVM itself may allocate now and then; a selection that does would do so every round.
        assertThat(LongStream.range(0, 5).map(round -> bytesOf(router, prompt, targets, selection)))
            .as("bytes allocated by each round of warm selections, case seed %s", seed)
            .contains(0L);
        var answer = expected.answer(request);
        for (int i = 0; i < targets.length; i++) {
          assertThat(selection.chooser().end(i))
              .isEqualTo(answer.choices().get(request.targets().get(i)).end());
        }
      }
    }
  }

  private static long bytesOf(
      LanedRouter router, long[] prompt, int[] targets, Selection selection) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    for (int i = 0; i < 100; i++) {
      router.select(prompt, prompt.length, targets, targets.length, selection);
    }
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }
}
