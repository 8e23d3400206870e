package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LaneQueueTest {
  private final LaneQueue<String> queue = new LaneQueue<>();

  @Test
  void givesTasksInTheOrderInWhichTheyCame() {
    queue.offer("a");
    queue.offer("b");

    assertThat(queue.take()).isEqualTo("a");
    assertThat(queue.offer("c")).isTrue();
    assertThat(queue.take()).isEqualTo("b");
    assertThat(queue.take()).isEqualTo("c");
    assertThat(queue.size()).isZero();
  }

  @Test
  void onlyATaskThatIsWantedIsTakenAtOnce() {
    assertThat(queue.takeIf(task -> true)).isNull();
    queue.offer("a");
    queue.offer("b");

    assertThat(queue.takeIf(task -> task.equals("b"))).isNull();
    assertThat(queue.takeIf(task -> task.equals("a"))).isEqualTo("a");
    queue.close();
    assertThat(queue.takeIf(task -> true)).isEqualTo("b");
    assertThat(queue.takeIf(task -> true)).isNull();
  }

  @Test
  void takingWaitsForATask() {
    CompletableFuture<String> taken = Threads.ask(queue::take);

    queue.offer("a");

    assertThat(taken.join()).isEqualTo("a");
  }

  @Test
  void closedQueueGivesWhatWaitsAndThenNothing() {
    queue.offer("a");
    queue.close();
    queue.close();

    assertThat(queue.offer("b")).isFalse();
    assertThat(queue.take()).isEqualTo("a");
    assertThat(queue.take()).isNull();
  }

  @Test
  void closingWakesWhoeverWaits() {
    CompletableFuture<String> taken = Threads.ask(queue::take);

    queue.close();

    assertThat(taken.join()).isNull();
  }

  @Test
  void abandonedQueueForgetsWhatWaits() {
    queue.offer("a");
    queue.abandon();

    assertThat(queue.offer("b")).isFalse();
    assertThat(queue.take()).isNull();
  }

  @Test
  void everyTaskOfEveryThreadIsTakenOnceAndInItsOrder() {
    LaneQueue<int[]> shared = new LaneQueue<>();
    List<CompletableFuture<Void>> threads =
        IntStream.range(0, 4)
            .mapToObj(thread -> Threads.run(() -> offerAll(shared, thread)))
            .toList();
    List<List<Integer>> taken =
        IntStream.range(0, 4).<List<Integer>>mapToObj(thread -> new ArrayList<>()).toList();

    for (int i = 0; i < 4 * 1_000; i++) {
      int[] task = shared.take();
      taken.get(task[0]).add(task[1]);
    }

    threads.forEach(CompletableFuture::join);
    assertThat(taken)
        .allSatisfy(
            ofThread -> assertThat(ofThread).isEqualTo(IntStream.range(0, 1_000).boxed().toList()));
  }

  private static void offerAll(LaneQueue<int[]> shared, int thread) {
    for (int i = 0; i < 1_000; i++) {
      shared.offer(new int[] {thread, i});
    }
  }
}
