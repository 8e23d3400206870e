package kvproof.benchmarks.overload;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Every thread of a trial takes its place, reads back where it is, and waits until all have.
 *
 * <p>If one is anywhere else, none of them may start.
 */
final class Placement {
  private static final long PATIENCE_SECONDS = 60;

  private final CountDownLatch missing;
  private final CountDownLatch start = new CountDownLatch(1);
  private final Function<BitSet, Boolean> setter;
  private final Supplier<BitSet> reader;
  private volatile boolean isAborted;
  private final List<String> confirmed = Collections.synchronizedList(new ArrayList<>());
  private final List<String> refused = Collections.synchronizedList(new ArrayList<>());

  /**
   * @param threads that will take their place
   * @param setter keeps the calling thread there
   * @param reader tells where the calling thread may run
   */
  Placement(int threads, Function<BitSet, Boolean> setter, Supplier<BitSet> reader) {
    this.missing = new CountDownLatch(threads);
    this.setter = setter;
    this.reader = reader;
  }

  /** For the thread itself: waits for all others; whether the trial starts, rather than aborts. */
  boolean take(String name, BitSet cpus) {
    boolean isSet = setter.apply(cpus);
    BitSet actual = reader.get();
    if (isSet && actual.equals(cpus)) {
      confirmed.add(name + " on " + CpuPlan.print(actual));
    } else {
      refused.add(
          "%s is on %s, wanted %s".formatted(name, CpuPlan.print(actual), CpuPlan.print(cpus)));
    }
    missing.countDown();
    try {
      start.await();
      return !isAborted;
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(name + " was interrupted", interrupted);
    }
  }

  /**
   * Waits for all, and returns where they are. If one is elsewhere or does not come, it aborts and
   * throws {@link IllegalStateException}.
   */
  List<String> requireAll() throws InterruptedException {
    if (!missing.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw abort(missing.getCount() + " threads did not take their place");
    }
    if (!refused.isEmpty()) {
      throw abort(String.join("; ", refused));
    }
    return confirmed.stream().sorted().toList();
  }

  private IllegalStateException abort(String why) {
    isAborted = true;
    start.countDown();
    return new IllegalStateException("aborted, not all threads are where they should be: " + why);
  }

  /** Lets all of them go. */
  void start() {
    start.countDown();
  }
}
