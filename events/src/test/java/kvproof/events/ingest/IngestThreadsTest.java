package kvproof.events.ingest;

import static java.util.concurrent.TimeUnit.SECONDS;
import static kvproof.events.ingest.Happenings.W1;
import static kvproof.events.ingest.Happenings.W1_1;
import static kvproof.events.ingest.Happenings.W2;
import static kvproof.events.ingest.Happenings.blockOf;
import static kvproof.events.ingest.Happenings.chain;
import static kvproof.events.ingest.Happenings.removal;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.WorkerWithDpRank;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Streams on threads of their own. */
@Timeout(60)
class IngestThreadsTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void noThreadIsLeft() throws Exception {
    threads.shutdown();
    assertThat(threads.awaitTermination(20, SECONDS)).isTrue();
  }

  @Test
  void streamsThatTellOfOneRankAreCountedTogether() throws Exception {
    var rig = new StreamRig();
    List<WorkerWithDpRank> ranks =
        IntStream.range(0, 4).mapToObj(dpRank -> new WorkerWithDpRank(1, dpRank)).toList();
    ranks.forEach(rig::openWithoutReplay);
    int batches = 500;

    List<Future<?>> senders = new ArrayList<>();
    for (WorkerWithDpRank rank : ranks) {
      senders.add(
          threads.submit(
              () -> {
                for (long sequence = 0; sequence < batches; sequence++) {
                  rig.ingest.receive(
                      rank, 1, Happenings.batch(sequence, chain(W1, 1, 1), chain(rank, 2, 2)));
                }
              }));
    }
    for (Future<?> sender : senders) {
      sender.get(30, SECONDS);
    }

    for (int removed = 1; removed < ranks.size() * batches; removed++) {
      rig.ingest.receive(W1, 1, Happenings.batch(batches + removed - 1, removal(W1, 101)));
    }
    assertThat(rig.index.onDevice(W1)).contains(101L);
    rig.live(W1, rig.last(W1) + 1, removal(W1, 101));
    assertThat(rig.index.onDevice(W1)).doesNotContain(101L);
  }

  @Test
  void nothingOfARankReachesTheIndexAfterItHasLeft() throws Exception {
    var rig = new StreamRig();
    for (int round = 0; round < 200; round++) {
      long incarnation =
          rig.ingest.open(new StreamTerms(W1, new StreamRecovery.None(), false)).orElseThrow();
      var began = new CountDownLatch(1);
      Future<?> sender =
          threads.submit(
              () -> {
                for (long sequence = 0; sequence < 50; sequence++) {
                  rig.ingest.receive(W1, incarnation, blockOf(W1, sequence));
                  began.countDown();
                }
              });
      assertThat(began.await(20, SECONDS)).isTrue();

      rig.ingest.close(W1);
      sender.get(20, SECONDS);

      assertThat(rig.index.holdsAnythingOf(W1)).isFalse();
    }
  }

  @Test
  void z13RemovalThatWaitsForAFullQueueHoldsNobodyUp() throws Exception {
    var room = new CountDownLatch(1);
    var waits = new CountDownLatch(1);
    List<IndexStep> taken = new ArrayList<>();
    Ingest ingest =
        new Ingest(
            step -> {
              if (step instanceof WorkerRemoved) {
                waits.countDown();
                awaitQuietly(room);
              }
              synchronized (taken) {
                taken.add(step);
              }
            },
            _ -> false);
    ingest.open(new StreamTerms(W1, new StreamRecovery.None(), false));
    Future<Boolean> removal = threads.submit(() -> ingest.close(W1));
    assertThat(waits.await(20, SECONDS)).isTrue();

    ingest.open(new StreamTerms(W2, new StreamRecovery.None(), false));
    ingest.receive(W2, 1, blockOf(W2, 0));
    assertThat(taken).containsExactly(chain(W2, 1, 1));
    assertThat(ingest.isOpen(W1)).isFalse();

    room.countDown();
    assertThat(removal.get(20, SECONDS)).isTrue();
    assertThat(taken).last().isEqualTo(new WorkerRemoved(1));
  }

  @Test
  void workerThatIsRemovedAndComesAgainKeepsItsNewBlocks() throws Exception {
    var room = new CountDownLatch(1);
    var waits = new CountDownLatch(1);
    var index = new HeldSets();
    Ingest ingest =
        new Ingest(
            step -> {
              if (step instanceof WorkerRemoved) {
                waits.countDown();
                awaitQuietly(room);
              }
              index.accept(step);
            },
            _ -> false);
    ingest.open(new StreamTerms(W1, new StreamRecovery.None(), false));
    Future<?> removal = threads.submit(() -> ingest.close(W1));
    assertThat(waits.await(20, SECONDS)).isTrue();

    Thread again =
        Thread.ofPlatform()
            .start(
                () -> {
                  ingest.open(new StreamTerms(W1_1, new StreamRecovery.None(), false));
                  ingest.receive(W1_1, 1, Happenings.batch(0, chain(W1_1, 1, 1)));
                });
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(2))
        .until(() -> again.getState() == State.BLOCKED || again.getState() == State.TERMINATED);
    room.countDown();
    removal.get(20, SECONDS);
    assertThat(again.join(Duration.ofSeconds(20))).isTrue();

    assertThat(index.onDevice(W1_1)).containsExactly(101L);
    assertThat(index.steps()).doesNotContain(new RankRemoved(W1));
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(20, SECONDS)).isTrue();
    } catch (InterruptedException interrupt) {
      throw new AssertionError("nobody interrupts this", interrupt);
    }
  }
}
