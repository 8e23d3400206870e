package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OneCopyTest {
  private static final int CHANGES = 5_000;

  private final OneCopy<List<Integer>> copy = new OneCopy<>(new ArrayList<>());

  private void add(int number) {
    copy.write(value -> value.add(number));
  }

  private List<Integer> seen() {
    return copy.ask(List::copyOf);
  }

  @Test
  void changeIsSeenByWhoeverReadsAfterwards() {
    for (int number = 0; number < 5; number++) {
      add(number);
      assertThat(seen()).hasSize(number + 1).last().isEqualTo(number);
    }
    copy.writeAll(List.of(5, 6), List::add);
    assertThat(seen()).containsExactly(0, 1, 2, 3, 4, 5, 6);
  }

  /** Two numbers that are always equal between changes, and never within one. */
  @Test
  void readersSeeAChangeWholeOrNotAtAll() {
    OneCopy<long[]> pairs = new OneCopy<>(new long[2]);
    List<CompletableFuture<Long>> readers =
        IntStream.range(0, 3).mapToObj(reader -> Threads.ask(() -> lastOf(pairs))).toList();
    CompletableFuture<Void> otherWriter = Threads.run(() -> addOnesTogether(pairs));

    addOnes(pairs);
    otherWriter.join();

    assertThat(readers).allSatisfy(reader -> assertThat(reader.join()).isEqualTo(2 * CHANGES));
  }

  private static void addOnes(OneCopy<long[]> pairs) {
    for (int change = 0; change < CHANGES; change++) {
      pairs.write(pair -> ++pair[0] + ++pair[1]);
    }
  }

  private static void addOnesTogether(OneCopy<long[]> pairs) {
    for (int change = 0; change < CHANGES; change += 10) {
      pairs.writeAll(
          IntStream.range(0, 10).boxed().toList(),
          (pair, number) -> {
            pair[0]++;
            pair[1]++;
          });
    }
  }

  private static long lastOf(OneCopy<long[]> pairs) {
    long last = 0;
    while (last < 2 * CHANGES) {
      try (ReadSection<long[]> section = pairs.read()) {
        long[] pair = section.side();
        long first = pair[0];
        assertThat(pair[1]).isEqualTo(first).isGreaterThanOrEqualTo(last);
        assertThat(pair[0]).isEqualTo(first);
        last = first;
      }
    }
    return last;
  }

  @Test
  void writerWaitsForEveryReader() {
    List<ReadSection<List<Integer>>> open =
        IntStream.range(0, 100).mapToObj(reader -> copy.read()).toList();
    AtomicReference<Thread> writer = new AtomicReference<>();
    CompletableFuture<Void> written = Threads.run(() -> addAs(writer));
    awaitWaiting(writer);

    for (ReadSection<List<Integer>> section : open) {
      assertThat(written).isNotDone();
      assertThat(section.side()).isEmpty();
      section.close();
    }

    written.join();
    assertThat(seen()).containsExactly(1);
  }

  private void addAs(AtomicReference<Thread> writer) {
    writer.set(Thread.currentThread());
    add(1);
  }

  private static void awaitWaiting(AtomicReference<Thread> thread) {
    await()
        .until(() -> thread.get() != null && thread.get().getState() == Thread.State.TIMED_WAITING);
  }

  /** Somebody who came while the first of several changes is made, and asks what there is. */
  private final class LateReader {
    private final CountDownLatch mayCome = new CountDownLatch(1);
    private final AtomicReference<Thread> thread = new AtomicReference<>();
    private final AtomicReference<List<Integer>> saw = new AtomicReference<>();
    private final CompletableFuture<Void> done = Threads.run(this::read);

    private void read() {
      thread.set(Thread.currentThread());
      waitFor(mayCome);
      copy.ask(
          value -> {
            saw.set(List.copyOf(value)); // within: the next change may come at once
            return true;
          });
    }

    void comeAndWait() {
      mayCome.countDown();
      awaitWaiting(thread);
    }
  }

  private static void waitFor(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException interrupted) {
      throw new AssertionError(interrupted);
    }
  }

  @Test
  void readerWhoWaitsIsLetInBetweenTwoChangesOfOneWriter() {
    LateReader reader = new LateReader();
    AtomicReference<List<Integer>> sawBefore = new AtomicReference<>();

    copy.writeAll(
        List.of(1, 2, 3),
        (value, number) -> {
          if (number == 1) {
            reader.comeAndWait();
          } else if (number == 2) {
            sawBefore.set(reader.saw.get());
          }
          value.add(number);
        });
    reader.done.join();

    assertThat(sawBefore.get()).containsExactly(1);
    assertThat(seen()).containsExactly(1, 2, 3);
  }

  @Test
  void readerWhoWaitsIsLetInBeforeTheNextWriter() {
    LateReader reader = new LateReader();
    AtomicReference<List<Integer>> sawBefore = new AtomicReference<>();
    AtomicReference<Thread> second = new AtomicReference<>();
    CountDownLatch firstIsAtWork = new CountDownLatch(1);
    CompletableFuture<Void> next =
        Threads.run(
            () -> {
              waitFor(firstIsAtWork);
              second.set(Thread.currentThread());
              copy.write(
                  value -> {
                    sawBefore.set(reader.saw.get());
                    return value.add(2);
                  });
            });

    copy.write(
        value -> {
          firstIsAtWork.countDown();
          await().until(() -> second.get() != null && isBlocked(second.get()));
          reader.comeAndWait();
          return value.add(1);
        });
    reader.done.join();
    next.join();

    assertThat(sawBefore.get()).containsExactly(1);
    assertThat(seen()).containsExactly(1, 2);
  }

  private static boolean isBlocked(Thread thread) {
    return thread.getState() == Thread.State.WAITING;
  }

  @Test
  void nobodyReadsOrChangesWhatAFailureLeft() {
    add(1);

    assertThatThrownBy(
            () ->
                copy.writeAll(
                    List.of(2, -1, 3),
                    (value, number) -> {
                      value.add(number);
                      if (number < 0) {
                        throw new Gate.PlantedError();
                      }
                    }))
        .isInstanceOf(Gate.PlantedError.class);

    for (int again = 0; again < 2; again++) {
      assertThatThrownBy(this::seen)
          .isInstanceOf(IllegalStateException.class)
          .hasCauseInstanceOf(Gate.PlantedError.class);
      assertThatThrownBy(() -> add(4))
          .isInstanceOf(IllegalStateException.class)
          .hasCauseInstanceOf(Gate.PlantedError.class);
    }
    AtomicReference<List<Integer>> left = new AtomicReference<>();
    copy.glance(left::set);
    assertThat(left.get()).containsExactly(1, 2, -1);
  }

  /** It would be over for readers when the inner one is. */
  @Test
  void changeWithinAChangeIsRefused() {
    assertThatThrownBy(() -> copy.write(value -> copy.write(inner -> inner.add(1))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a change within a change");
  }

  @Test
  void closedSectionShowsNothing() {
    ReadSection<List<Integer>> section = copy.read();
    section.close();

    assertThatThrownBy(section::side).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void warmReadAllocatesNothing() {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    read(1_000);

    // The JVM itself may allocate now and then; a read that does would do so in every round.
    assertThat(
            LongStream.range(0, 5)
                .map(
                    round -> {
                      long before = threads.getCurrentThreadAllocatedBytes();
                      read(100);
                      return threads.getCurrentThreadAllocatedBytes() - before;
                    }))
        .contains(0L);
  }

  private void read(int times) {
    for (int i = 0; i < times; i++) {
      try (ReadSection<List<Integer>> section = copy.read()) {
        section.side();
      }
    }
  }
}
