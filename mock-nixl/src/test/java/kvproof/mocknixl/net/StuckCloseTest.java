package kvproof.mocknixl.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import kvproof.mocknixl.Inbox;
import kvproof.mocknixl.memory.ProcessMemory;
import kvproof.testkit.transfer.NearAndFar;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Agents are closed while every I/O thread is stuck: it is said, and not waited for for long. */
class StuckCloseTest {
  private static final ClosePatience SHORT =
      new ClosePatience(Duration.ofMillis(20), Duration.ofMillis(100));

  private final NettyFabric fabric =
      new NettyFabric("127.0.0.1", new ProcessMemory(), Inbox.Limit.USUAL, SHORT);
  private final CountDownLatch released = new CountDownLatch(1);

  @BeforeEach
  void connectAndStick() {
    NettyAgent near = fabric.agent("near");
    NettyAgent far = fabric.agent("far");
    near.load(far.metadata());
    near.notifyPeer("far", NearAndFar.bytes("hello"));
    assertThat(NearAndFar.arrivedAt(far, 1)).hasSize(1);
    CountDownLatch stuck = new CountDownLatch(2);
    for (EventExecutor loop : fabric.loops()) {
      loop.execute(
          () -> {
            stuck.countDown();
            awaitRelease();
          });
    }
    Awaitility.await().until(() -> stuck.getCount() == 0);
  }

  private void awaitRelease() {
    try {
      released.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @AfterEach
  void everythingEndsOnceTheThreadsGoOn() {
    released.countDown();
    Awaitility.await().until(() -> fabric.loops().isTerminated());
    assertThat(fabric.leftovers()).isEmpty();
  }

  @Test
  void closeNamesEverythingThatHasNotEnded() {
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(fabric::close)
        .satisfies(
            first -> {
              assertThat(first.getSuppressed()).isNotEmpty();
              assertThat(first.getMessage() + wordsOf(first.getSuppressed()))
                  .contains("still serves")
                  .contains("after PT0.1S: is an I/O thread stuck?")
                  .contains("I/O threads have not ended in PT0.1S");
            });
  }

  private static String wordsOf(Throwable[] failures) {
    StringBuilder words = new StringBuilder();
    for (Throwable failure : failures) {
      words.append('\n').append(failure.getMessage());
      words.append(wordsOf(failure.getSuppressed()));
    }
    return words.toString();
  }
}
