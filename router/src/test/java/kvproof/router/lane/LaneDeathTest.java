package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import kvproof.router.lane.Outcome.Dropped;
import org.junit.jupiter.api.Test;

class LaneDeathTest {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  /** The lane has taken its last question when it begins to clear up; one more comes then. */
  @Test
  void whoIsToldOfADeathFindsTheTracesOfTheLaneGone()
      throws ExecutionException, InterruptedException, TimeoutException {
    var isDying = new CountDownLatch(1);
    var asker = new AtomicReference<Thread>();
    var areTracesGone = new AtomicBoolean();
    Lane lane =
        Lane.start(
            LaneThreads.SYSTEM,
            "dying",
            events -> {},
            () -> {
              isDying.countDown();
              awaitBlockedOrDone(asker);
              areTracesGone.set(true);
            });
    FutureTask<Boolean> asking =
        new FutureTask<>(
            () -> {
              assertThat(lane.ask(() -> "an answer").await()).isInstanceOf(Dropped.class);
              return areTracesGone.get();
            });

    lane.tell(
        () -> {
          throw new IllegalStateException("planted");
        });
    assertThat(isDying.await(PATIENCE_NANOS, TimeUnit.NANOSECONDS)).isTrue();
    Thread thread = new Thread(asking, "asker");
    thread.start();
    asker.set(thread);

    assertThat(asking.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS)).isTrue();
    lane.join();
  }

  /** Until the asker waits for the lane, or has gone on without. */
  private static void awaitBlockedOrDone(AtomicReference<Thread> asker) {
    long begunNanos = System.nanoTime();
    while (System.nanoTime() - begunNanos < PATIENCE_NANOS) {
      Thread thread = asker.get();
      if (thread != null
          && (thread.getState() == Thread.State.WAITING
              || thread.getState() == Thread.State.TERMINATED)) {
        return;
      }
      Thread.onSpinWait();
    }
  }
}
