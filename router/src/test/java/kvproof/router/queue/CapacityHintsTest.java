package kvproof.router.queue;

import static kvproof.router.queue.Queues.W1;
import static kvproof.router.queue.Queues.W2;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CapacityHintsTest {
  private final CapacityHints hints = new CapacityHints();

  @Test
  @Tag("G09")
  void oneHintTooManyAsksForEverythingAndTheNextBatchIsFresh() {
    offerTooMany();

    CapacityHints.Batch batch = hints.take();
    hints.offer(W2);

    assertThat(batch).isEqualTo(new CapacityHints.Batch(List.of(W1), true));
    assertThat(hints.take()).isEqualTo(new CapacityHints.Batch(List.of(W2), false));
    assertThat(hints.take().isEmpty()).isTrue();
  }

  private void offerTooMany() {
    for (int i = 0; i < 257; i++) {
      hints.offer(W1);
    }
  }

  @Test
  void asManyHintsAsFitAreKeptApart() {
    for (int i = 0; i < CapacityHints.LIMIT; i++) {
      hints.offer(new WorkerWithDpRank(i, 0));
    }

    CapacityHints.Batch batch = hints.take();

    assertThat(batch.ranks()).hasSize(256);
    assertThat(batch.isEverything()).isFalse();
  }

  @Test
  void ranksOfABatchStandOnceAndInOrder() {
    WorkerWithDpRank last = new WorkerWithDpRank(-1, 0);
    hints.offer(last);
    hints.offer(W2);
    hints.offer(W1);
    hints.offer(W2);

    assertThat(hints.take().ranks()).containsExactly(W1, W2, last);
  }

  @Test
  void onlyTheFirstHintOfABatchWakesTheTaker() {
    assertThat(hints.offer(W1)).isTrue();
    assertThat(hints.offer(W2)).isFalse();
    offerTooMany();
    assertThat(hints.take().isEverything()).isTrue();
    assertThat(hints.offer(W1)).isTrue();
    assertThat(hints.isEmpty()).isFalse();
  }

  @Test
  void batchUnblocksTheLanesItIsAbout() {
    PolicyQueue<String> queue = Queues.plain();
    Queues.park(queue, W1, Queues.score(0), "lane 1");
    Queues.park(queue, W2, Queues.score(0), "lane 2");
    assertThat(Queues.popAll(queue, Queues.NONE)).isEmpty();

    hints.offer(W2);
    hints.take().applyTo(queue);
    assertThat(Queues.popAll(queue, Queues.ALL)).containsExactly("lane 2");

    offerTooMany();
    hints.take().applyTo(queue);
    assertThat(Queues.popAll(queue, Queues.ALL)).containsExactly("lane 1");
  }

  /** As many hints as fit, from four threads, while they are taken: each is in just one batch. */
  @Test
  void noHintIsLostOrLeftWithoutAWake() throws InterruptedException {
    int perThread = CapacityHints.LIMIT / 4;
    for (int round = 0; round < 200; round++) {
      AtomicInteger wakes = new AtomicInteger();
      CountDownLatch start = new CountDownLatch(1);
      List<Thread> threads = new ArrayList<>();
      for (int worker = 0; worker < 4; worker++) {
        int id = worker;
        threads.add(
            Thread.ofPlatform()
                .start(
                    () -> {
                      await(start);
                      for (int rank = 0; rank < perThread; rank++) {
                        if (hints.offer(new WorkerWithDpRank(id, rank))) {
                          wakes.incrementAndGet();
                        }
                      }
                    }));
      }

      start.countDown();
      SortedSet<WorkerWithDpRank> taken = new TreeSet<>();
      int offered = 0;
      int batches = 0;
      boolean isRunning = true;
      while (isRunning) {
        isRunning = threads.stream().anyMatch(Thread::isAlive);
        CapacityHints.Batch batch = hints.take();
        assertThat(batch.isEverything()).isFalse();
        taken.addAll(batch.ranks());
        offered += batch.ranks().size();
        batches += batch.isEmpty() ? 0 : 1;
      }
      for (Thread thread : threads) {
        thread.join();
      }

      assertThat(taken).hasSize(CapacityHints.LIMIT);
      assertThat(offered).isEqualTo(CapacityHints.LIMIT);
      assertThat(wakes).hasValue(batches);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }
}
