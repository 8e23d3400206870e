package kvproof.router.queue;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which class goes next, so that each gets its share by quantum (selection 5.7). */
final class DeficitRoundRobin<T> {
  /*
   * Each class saves up quanta until it can pay for its next entry. A class that pays keeps its turn
   * while it has some left (the carry class); an empty class loses what it saved; a blocked class
   * earns nothing. Where one turn of quanta pays for nothing, the turns that would pass until
   * something can be paid for are reckoned up at once.
   *
   * A class is asked for its next entry at most once a pop, and only if its turn comes.
   */
  private static final int NO_CLASS = -1;

  private final List<ClassQueue<T>> classes;
  private final long[] deficits;
  private int cursor;
  private int carry = NO_CLASS;

  /** What this pop found next in each class; meaningful where {@code asked}. */
  private final @Nullable Object[] heads;

  private final boolean[] asked;

  DeficitRoundRobin(List<ClassQueue<T>> classes) {
    this.classes = classes;
    this.deficits = new long[classes.size()];
    this.heads = new Object[classes.size()];
    this.asked = new boolean[classes.size()];
  }

  long deficit(int index) {
    return deficits[index];
  }

  /** Whether no class has anything saved up; then none is carried either. */
  boolean isEven() {
    for (long deficit : deficits) {
      if (deficit != 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * The entry that goes next, which stays where it is; null if none may. The caller takes it out
   * and then calls {@link #charge}.
   */
  @Nullable QueueEntry<T> next(DispatchTest<T> test) {
    Arrays.fill(asked, false);
    Arrays.fill(heads, null);
    QueueEntry<T> next = carried(test);
    if (next == null) {
      next = earned(test);
    }
    if (next == null) {
      next = saved(test);
    }
    return next;
  }

  /** Books the cost of the entry that left: even if its request comes to nothing, for good. */
  void charge(QueueEntry<T> popped) {
    int index = popped.classIndex();
    cursor = following(index);
    deficits[index] =
        classes.get(index).isEmpty() ? 0 : Math.max(0, deficits[index] - popped.cost().cost());
    carry = deficits[index] > 0 ? index : NO_CLASS;
  }

  /** Of the class that has some left from its last turn; the turn ends here in any case. */
  private @Nullable QueueEntry<T> carried(DispatchTest<T> test) {
    int index = carry;
    carry = NO_CLASS;
    return index == NO_CLASS ? null : affordable(index, test);
  }

  /** One turn of all classes, up to the first that can pay. */
  private @Nullable QueueEntry<T> earned(DispatchTest<T> test) {
    int index = cursor;
    for (int visited = 0; visited < deficits.length; visited++) {
      if (classes.get(index).isEmpty()) {
        deficits[index] = 0;
      } else if (head(index, test) != null) {
        QueueEntry<T> next = affordable(index, test);
        if (next == null) {
          earn(index, 1);
          next = affordable(index, test);
        }
        if (next != null) {
          return next;
        }
      }
      index = following(index);
    }
    return null;
  }

  /** As many turns at once as it takes until some class can pay. */
  private @Nullable QueueEntry<T> saved(DispatchTest<T> test) {
    long rounds = rounds(test);
    for (int index = 0; index < deficits.length; index++) {
      if (head(index, test) != null) {
        earn(index, rounds);
      }
    }
    int index = cursor;
    for (int visited = 0; visited < deficits.length; visited++) {
      QueueEntry<T> next = affordable(index, test);
      if (next != null) {
        return next;
      }
      index = following(index);
    }
    return null;
  }

  private long rounds(DispatchTest<T> test) {
    long rounds = Long.MAX_VALUE;
    for (int index = 0; index < deficits.length; index++) {
      QueueEntry<T> head = head(index, test);
      if (head != null) {
        long missing = head.cost().cost() - deficits[index];
        rounds = Math.min(rounds, Math.ceilDiv(missing, quantum(index)));
      }
    }
    return rounds;
  }

  private void earn(int index, long rounds) {
    deficits[index] = Saturating.sum(deficits[index], Saturating.product(quantum(index), rounds));
  }

  private @Nullable QueueEntry<T> affordable(int index, DispatchTest<T> test) {
    QueueEntry<T> head = head(index, test);
    return head != null && head.cost().cost() <= deficits[index] ? head : null;
  }

  @SuppressWarnings("unchecked") // only entries of T are put in
  private @Nullable QueueEntry<T> head(int index, DispatchTest<T> test) {
    if (!asked[index]) {
      asked[index] = true;
      heads[index] = classes.get(index).next(test);
    }
    return (QueueEntry<T>) heads[index];
  }

  private long quantum(int index) {
    return classes.get(index).queueClass().quantum();
  }

  private int following(int index) {
    return index + 1 == deficits.length ? 0 : index + 1;
  }
}
