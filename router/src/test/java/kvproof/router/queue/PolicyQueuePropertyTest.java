package kvproof.router.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.SelectionError.LimitKind;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.queue.PlainPolicyQueue.Parked;
import kvproof.router.queue.PlainPolicyQueue.Popped;
import kvproof.testkit.SeededRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * The queue against a plain list, step by step: up to three classes, three ranks, few priorities,
 * deadlines and scores, so that entries tie, lanes block each other and classes empty.
 */
class PolicyQueuePropertyTest {
  private static final int STEPS = 150;
  private static final List<Integer> PRIORITIES = List.of(0, 0, 0, 1, -1);
  private static final List<Double> SCORES = List.of(0.0, -0.0, 1.0, -2.5);
  private static final List<WorkerWithDpRank> RANKS =
      List.of(new WorkerWithDpRank(1, 0), new WorkerWithDpRank(1, 1), new WorkerWithDpRank(-1, 0));

  @Property(tries = 3_000)
  void doesWhatAPlainListDoes(@ForAll long seed) {
    Run run = new Run(seed);
    for (int step = 0; step < STEPS; step++) {
      run.step();
      run.compare();
    }
    run.empty();
  }

  /** Both queues side by side, and what may go now. */
  private static final class Run {
    private final SeededRandom random;
    private final List<QueueClass> classes;
    private final PolicyQueue<Integer> queue;
    private final PlainPolicyQueue plain;

    /** Of the queue under test, by number. */
    private final List<QueueEntry<Integer>> entries = new ArrayList<>();

    private final Set<WorkerWithDpRank> busy = new HashSet<>();
    private final int[] weights;
    private boolean isSharedBlocked;
    private long now;

    Run(long seed) {
      random = new SeededRandom(seed);
      classes = classes(random);
      queue = new PolicyQueue<>(new QueueProfile(classes, List.of(), Optional.empty()));
      plain = new PlainPolicyQueue(classes);
      weights =
          new int[] {
            random.between(2, 8),
            random.between(2, 8),
            random.between(0, 2),
            random.between(0, 2),
            random.between(0, 1),
            random.between(0, 1),
            random.between(0, 3)
          };
    }

    void step() {
      switch (random.weighted(weights)) {
        case 0 -> insert();
        case 1 -> pop();
        case 2 -> removeSome();
        case 3 -> recheck(random.pick(RANKS));
        case 4 -> recheckAll();
        case 5 -> removeDue();
        default -> changeLoads();
      }
    }

    private void insert() {
      int classIndex = random.below(classes.size());
      OptionalLong deadline =
          random.chance(40) ? OptionalLong.of(now + random.between(1, 5)) : OptionalLong.empty();
      EntryOrder order = new EntryOrder(random.pick(PRIORITIES), deadline, random.pick(SCORES));
      long tokens = random.below(20);
      QueueCost cost = QueueCost.of(tokens, random.below((int) tokens + 1));
      Optional<WorkerWithDpRank> pin =
          random.chance(60) ? Optional.of(random.pick(RANKS)) : Optional.empty();

      Parked parked = plain.insert(classIndex, order, cost, pin);
      QueueEntry<Integer> entry = queue.insert(classIndex, order, cost, pin, parked.number());

      assertThat(entry.enqueueNumber()).isEqualTo(parked.number());
      entries.add(entry);
    }

    private void pop() {
      Popped expected = plain.pop(parked -> mayGo(parked.number(), parked.pin()));
      List<Integer> asked = new ArrayList<>();
      QueueEntry<Integer> actual =
          queue.pop(
              (queueClass, entry) -> {
                assertThat(queueClass).isSameAs(classes.get(entry.classIndex()));
                asked.add(entry.item());
                return mayGo(entry.item(), entry.pin());
              });

      assertThat(Optional.ofNullable(actual).map(QueueEntry::item))
          .isEqualTo(expected.entry().map(Parked::number));
      assertThat(asked)
          .doesNotHaveDuplicates()
          .containsExactlyInAnyOrderElementsOf(expected.asked());
      assertThat(actual == null || !actual.isParked()).isTrue();
    }

    /** An entry whose pin is not valid goes at once; here every fifth. */
    private boolean mayGo(int number, Optional<WorkerWithDpRank> pin) {
      boolean isBlocked = pin.isEmpty() ? isSharedBlocked : busy.contains(pin.get());
      return number % 5 == 0 || !isBlocked;
    }

    private void removeSome() {
      if (plain.parked().isEmpty()) {
        return;
      }
      Parked removed = random.pick(plain.parked());

      assertThat(queue.remove(entries.get(removed.number()))).isEqualTo(plain.remove(removed));
    }

    private void recheck(WorkerWithDpRank rank) {
      queue.recheck(rank);
      plain.recheck(rank);
    }

    private void recheckAll() {
      queue.recheckAll();
      plain.recheckAll();
    }

    private void removeDue() {
      now += random.below(4);
      List<Parked> due = plain.due(now);
      boolean isHeadRemoved = false;
      for (Parked parked : due) {
        isHeadRemoved |= plain.remove(parked);
      }

      ExpiredEntries<Integer> expired = queue.removeDue(now);

      assertThat(expired.entries().stream().map(QueueEntry::item))
          .containsExactlyElementsOf(due.stream().map(Parked::number).toList());
      assertThat(expired.isHeadRemoved()).isEqualTo(isHeadRemoved);
    }

    /** Nobody is told: a lane found blocked stays so until it is re-checked. */
    private void changeLoads() {
      isSharedBlocked = random.chance(50);
      busy.clear();
      for (WorkerWithDpRank rank : RANKS) {
        if (random.chance(60)) {
          busy.add(rank);
        }
      }
    }

    void compare() {
      assertThat(queue.size()).isEqualTo(plain.parked().size());
      assertThat(queue.nextDeadline()).isEqualTo(plain.nextDeadline());
      assertThat(queue.isAtRest()).isEqualTo(isAtRest());
      int workers = random.below(4);
      for (int index = 0; index < classes.size(); index++) {
        assertThat(queue.deficit(index)).isEqualTo(plain.deficit(index));
        assertThat(queue.counters(index)).isEqualTo(plain.counters(index));
        assertThat(queue.hasBacklog(index)).isEqualTo(plain.counters(index).pendingRequests() > 0);
        assertThat(queue.rejection(index, workers)).isEqualTo(rejection(index, workers));
      }
    }

    private boolean isAtRest() {
      boolean isAtRest = plain.parked().isEmpty();
      for (int index = 0; index < classes.size(); index++) {
        isAtRest &= plain.deficit(index) == 0;
      }
      return isAtRest;
    }

    private Optional<QueueRejected> rejection(int index, int workers) {
      QueueClass limited = classes.get(index);
      var counters = plain.counters(index);
      for (LimitKind kind : LimitKind.values()) {
        OptionalLong perWorker =
            switch (kind) {
              case REQUESTS -> limited.requestLimit();
              case RAW_ISL_TOKENS -> limited.tokenLimit();
              case CACHED_TOKENS -> limited.cachedTokenLimit();
            };
        long current =
            switch (kind) {
              case REQUESTS -> counters.pendingRequests();
              case RAW_ISL_TOKENS -> counters.pendingTokens();
              case CACHED_TOKENS -> counters.pendingCachedTokens();
            };
        if (perWorker.isPresent() && current >= perWorker.getAsLong() * workers) {
          return Optional.of(
              new QueueRejected(limited.name(), kind, current, perWorker.getAsLong() * workers));
        }
      }
      return Optional.empty();
    }

    void empty() {
      assertThat(queue.removeAll().stream().map(QueueEntry::item))
          .containsExactlyElementsOf(plain.everything().stream().map(Parked::number).toList());
      assertThat(queue.size()).isZero();
      assertThat(queue.nextDeadline()).isEmpty();
    }

    private static List<QueueClass> classes(SeededRandom random) {
      List<QueueClass> classes = new ArrayList<>();
      int count = random.between(1, 3);
      for (int i = 0; i < count; i++) {
        classes.add(
            Queues.limited(
                "class" + i,
                random.pick(List.of(QueueOrder.FCFS, QueueOrder.WSPT)),
                random.between(1, 12),
                limit(random, 3),
                limit(random, 30),
                limit(random, 15)));
      }
      return classes;
    }

    private static OptionalLong limit(SeededRandom random, int most) {
      return random.chance(70) ? OptionalLong.of(random.between(0, most)) : OptionalLong.empty();
    }
  }
}
