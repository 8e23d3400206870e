package kvproof.router.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LeftRightTest {
  private static final int CHANGES = 5_000;

  private final LeftRight<List<Integer>> sides = new LeftRight<>(new ArrayList<>(), ArrayList::new);

  private void add(int number) {
    sides.write(side -> side.add(number));
  }

  private List<Integer> seen() {
    return sides.ask(List::copyOf);
  }

  @Test
  void changeIsSeenByWhoeverReadsAfterwards() {
    for (int number = 0; number < 5; number++) {
      add(number);
      assertThat(seen()).hasSize(number + 1).last().isEqualTo(number);
    }
  }

  /** Two numbers that are always equal between changes, and never within one. */
  @Test
  void readersSeeAChangeWholeOrNotAtAll() {
    LeftRight<long[]> pairs = new LeftRight<>(new long[2], long[]::clone);
    List<CompletableFuture<Long>> readers =
        IntStream.range(0, 3).mapToObj(reader -> Threads.ask(() -> lastOf(pairs))).toList();
    CompletableFuture<Void> otherWriter = Threads.run(() -> addOnes(pairs));

    addOnes(pairs);
    otherWriter.join();

    assertThat(readers).allSatisfy(reader -> assertThat(reader.join()).isEqualTo(2 * CHANGES));
  }

  private static void addOnes(LeftRight<long[]> pairs) {
    for (int change = 0; change < CHANGES; change++) {
      pairs.write(pair -> ++pair[0] + ++pair[1]);
    }
  }

  private static long lastOf(LeftRight<long[]> pairs) {
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
  void readerHoldsUpTheWriterAndNobodyElse() {
    add(1);
    CompletableFuture<Void> writer;
    try (ReadSection<List<Integer>> section = sides.read()) {
      writer = Threads.run(() -> add(2));
      await().until(() -> seen().equals(List.of(1, 2)));

      assertThat(section.side()).containsExactly(1);
      assertThat(writer).isNotDone();
    }
    writer.join();
    assertThat(seen()).containsExactly(1, 2);
  }

  /** The side moves after the reader saw which one it is, and before it says so. */
  @Test
  void readerThatAnnouncesTooLateLooksAgain() {
    AtomicBoolean late = new AtomicBoolean(true);
    AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});
    LeftRight<List<Integer>> slow =
        new LeftRight<>(
            new ArrayList<>(),
            ArrayList::new,
            () ->
                new ReadSection<>() {
                  @Override
                  boolean claim(long mark, List<Integer> read) {
                    if (late.getAndSet(false)) {
                      meanwhile.get().run();
                    }
                    return super.claim(mark, read);
                  }
                },
            1);
    meanwhile.set(() -> slow.write(side -> side.add(1)));

    CompletableFuture<Boolean> writer;
    try (ReadSection<List<Integer>> section = slow.read()) {
      writer = Threads.ask(() -> slow.write(side -> side.add(2)));
      await().until(() -> slow.ask(List::size) == 2);

      assertThat(section.side()).containsExactly(1);
      assertThat(writer).isNotDone();
    }
    assertThat(writer.join()).isTrue();
  }

  @Test
  void anyNumberOfReadersFindsASlot() {
    List<ReadSection<List<Integer>>> open =
        IntStream.range(0, 100).mapToObj(reader -> sides.read()).toList();
    CompletableFuture<Void> writer = Threads.run(() -> add(1));
    await().until(() -> !seen().isEmpty());

    for (ReadSection<List<Integer>> section : open) {
      assertThat(writer).isNotDone();
      assertThat(section.side()).isEmpty();
      section.close();
    }

    writer.join();
  }

  @Test
  void changeThatFailsIsSeenByNobodyAndLeavesNoTrace() {
    add(1);

    assertThatThrownBy(
            () ->
                sides.write(
                    side -> {
                      side.add(2);
                      throw new Gate.PlantedError();
                    }))
        .isInstanceOf(Gate.PlantedError.class);

    assertThat(seen()).containsExactly(1);
    add(3);
    assertThat(seen()).containsExactly(1, 3);
    add(4);
    assertThat(seen()).containsExactly(1, 3, 4);
  }

  @Test
  void changeThatFailsOnTheSecondSideStands() {
    AtomicInteger runs = new AtomicInteger();

    assertThatThrownBy(
            () ->
                sides.write(
                    side -> {
                      if (runs.incrementAndGet() == 2) {
                        throw new Gate.PlantedError();
                      }
                      return side.add(1);
                    }))
        .isInstanceOf(Gate.PlantedError.class);

    assertThat(seen()).containsExactly(1);
    add(2);
    assertThat(seen()).containsExactly(1, 2);
    add(3);
    assertThat(seen()).containsExactly(1, 2, 3);
  }

  private void addAll(Integer... numbers) {
    sides.writeAll(List.of(numbers), List::add);
  }

  @Test
  void severalChangesAreSeenTogether() {
    add(1);
    CompletableFuture<Void> writer;
    try (ReadSection<List<Integer>> section = sides.read()) {
      writer = Threads.run(() -> addAll(2, 3, 4));
      await().until(() -> !seen().equals(List.of(1)));

      assertThat(seen()).containsExactly(1, 2, 3, 4);
      assertThat(section.side()).containsExactly(1);
    }
    writer.join();
    addAll();
    addAll(5);
    assertThat(seen()).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void changesBeforeTheOneThatFailsAreMadeAndThoseBehindItAreNot() {
    add(1);

    assertThatThrownBy(() -> sides.writeAll(List.of(2, 3, -1, 4), LeftRightTest::addUnlessNegative))
        .isInstanceOf(Gate.PlantedError.class);

    assertThat(seen()).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> sides.writeAll(List.of(-1, 4), LeftRightTest::addUnlessNegative))
        .isInstanceOf(Gate.PlantedError.class);
    assertThat(seen()).containsExactly(1, 2, 3);
    addAll(5, 6);
    assertThat(seen()).containsExactly(1, 2, 3, 5, 6);
    addAll(7);
    assertThat(seen()).containsExactly(1, 2, 3, 5, 6, 7);
  }

  /** No change at all is none that would make the side anew which the failure left broken. */
  @Test
  void noChangeBehindAFailureShowsNothingOfIt() {
    add(1);
    AtomicInteger runs = new AtomicInteger();
    for (int failing = 1; failing <= 2; failing++) {
      int failsAt = failing;
      runs.set(0);
      assertThatThrownBy(
              () ->
                  sides.write(
                      side -> {
                        side.add(-1);
                        if (runs.incrementAndGet() == failsAt) {
                          throw new Gate.PlantedError();
                        }
                        side.removeLast();
                        return true;
                      }))
          .isInstanceOf(Gate.PlantedError.class);

      addAll();

      assertThat(seen()).containsExactly(1);
    }
    addAll(2);
    assertThat(seen()).containsExactly(1, 2);
  }

  private static void addUnlessNegative(List<Integer> side, int number) {
    side.add(number);
    if (number < 0) {
      throw new Gate.PlantedError();
    }
  }

  @Test
  void changesOfWhichOneFailsOnTheSecondSideStand() {
    AtomicInteger runs = new AtomicInteger();

    assertThatThrownBy(
            () ->
                sides.writeAll(
                    List.of(1, 2, 3),
                    (side, number) -> {
                      if (runs.incrementAndGet() == 5) {
                        throw new Gate.PlantedError();
                      }
                      side.add(number);
                    }))
        .isInstanceOf(Gate.PlantedError.class);

    assertThat(seen()).containsExactly(1, 2, 3);
    addAll(4);
    assertThat(seen()).containsExactly(1, 2, 3, 4);
    addAll(5);
    assertThat(seen()).containsExactly(1, 2, 3, 4, 5);
  }

  @Test
  void closedSectionShowsNothing() {
    ReadSection<List<Integer>> section = sides.read();
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
      try (ReadSection<List<Integer>> section = sides.read()) {
        section.side();
      }
    }
  }
}
