package kvproof.router.selection;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.stream.LongStream;
import kvproof.model.Admission;
import kvproof.model.SelectionRequest;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

class WarmChoiceTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int WORKERS = 1_024;
  private static final int BLOCKS = 64;

  private static Scene loaded() {
    var random = new SeededRandom(7);
    Scene scene = Scene.open().workers(LongStream.range(0, WORKERS).toArray());
    for (int worker = 0; worker < WORKERS; worker++) {
      int held = random.below(BLOCKS / 2);
      if (held > 0) {
        scene.device(worker, 1, held).host(worker, held + 1, held + 1 + random.below(8));
      }
    }
    for (int i = 0; i < WORKERS; i++) {
      scene.book("booked " + i, 1 + random.below(BLOCKS));
    }
    return scene;
  }

  private static long bytesOf(Scene scene, SelectionRequest request) {
    long before = THREADS.getCurrentThreadAllocatedBytes();
    select(scene, request, 20);
    return THREADS.getCurrentThreadAllocatedBytes() - before;
  }

  private static void select(Scene scene, SelectionRequest request, int times) {
    for (int i = 0; i < times; i++) {
      scene.partition.select(request);
    }
  }

  @Test
  void defaultSelectionOver1024WorkersAllocatesNothing() {
    Scene scene = loaded();
    SelectionRequest request = Scene.request("warm", Admission.BOOK, BLOCKS);
    select(scene, request, 5_000);

    // The JVM itself may allocate now and then; a selection that does would do so in every round.
    assertThat(LongStream.range(0, 20).map(round -> bytesOf(scene, request))).contains(0L);
  }

  @Test
  void itIsTheRankThatABookingGets() {
    Scene scene = loaded().device(2_000, 1, BLOCKS).workers(LongStream.range(0, 2_001).toArray());
    SelectionRequest request = Scene.request("next", Admission.BOOK, BLOCKS);

    assertThat(scene.partition.select(request)).isEqualTo(Scene.rank(2_000));
    scene.submit(request);

    assertThat(scene.rankOf("next")).isEqualTo(Scene.rank(2_000));
  }
}
