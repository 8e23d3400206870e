package kvproof.benchmarks.load;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import kvproof.model.Answer;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.lane.LanedRouter;
import kvproof.soak.digest.Digest;
import kvproof.soak.trace.TraceScript;
import kvproof.soak.trace.TraceScript.Arrival;
import org.HdrHistogram.Histogram;

/**
 * Plays a script to a laned router: this thread asks, lanes apply.
 *
 * <p>Requests are due when the trace has them, with its time stretched to the load that is offered,
 * whatever the router does: one that comes late counts from when it was due. Each is answered in
 * full, candidates and choices for every worker, as a booking needs them; the events are handed
 * over then.
 */
final class LoadRun {
  /** A run may end later than planned by so much: it was not behind, its last request took long. */
  private static final double LATE_MILLIS = 50;

  /** And by this part of its length. */
  private static final double LATE_SHARE = 0.02;

  /**
   * Bursts make requests wait; one that waits for so much of the whole run was not at this load.
   */
  private static final double BEHIND_SHARE = 0.1;

  /** Of the requests, the last ones of them are asked again at the end. */
  private static final int ASKED_AGAIN = 50;

  private static final long HIGHEST_NANOS = 600_000_000_000L;

  /** A thread that is parked wakes up later than it wished. */
  private static final long SPIN_NANOS = 200_000;

  private final TraceScript script;
  private final LoadPlan plan;
  private final Histogram lookUp = new Histogram(HIGHEST_NANOS, 3);
  private final Histogram finished = new Histogram(HIGHEST_NANOS, 3);
  private long answered;
  private long behindNanos;

  LoadRun(TraceScript script, LoadPlan plan) {
    this.script = script;
    this.plan = plan;
  }

  /** Plays it, and looks at nothing of it but that every request was answered. */
  void warmUp() {
    try (var router = new LanedRouter(plan.lanes())) {
      play(router);
    }
  }

  LoadResult run() {
    try (var router = new LanedRouter(plan.lanes())) {
      Played played = play(router);
      return result(played, router.heldBlocks(), askedAgain(router));
    }
  }

  /**
   * @param plannedNanos when the last request was due, from the first one
   * @param takenNanos from the first request to the end of the last one
   * @param drainNanos from then until every event was applied
   */
  private record Played(long plannedNanos, long takenNanos, long drainNanos) {}

  private Played play(LanedRouter router) {
    List<Arrival> arrivals = script.arrivals();
    long[] due = dueNanos(arrivals, plan);
    for (WorkerWithDpRank rank : script.ranks()) {
      router.numberOf(rank);
    }
    if (plan.tracked() && !router.trackResidentBlocks()) {
      throw new IllegalStateException("resident blocks cannot be tracked: a lane has ended");
    }
    long begin = System.nanoTime();
    for (int i = 0; i < due.length; i++) {
      ask(router, arrivals.get(i), begin + due[i]);
    }
    long last = System.nanoTime();
    if (!router.flush()) {
      throw new IllegalStateException("a lane has ended before it applied its events");
    }
    long applied = System.nanoTime();
    if (answered != (long) due.length * script.ranks().size()) {
      throw new IllegalStateException(answered + " choices of " + due.length + " requests");
    }
    return new Played(due.length == 0 ? 0 : due[due.length - 1], last - begin, applied - last);
  }

  private void ask(LanedRouter router, Arrival arrival, long due) {
    long planned = due;
    if (plan.isAsFastAsPossible()) {
      planned = System.nanoTime();
    } else {
      waitUntil(due);
    }
    long start = System.nanoTime();
    behindNanos = Math.max(behindNanos, start - planned);
    Answer answer = router.answer(arrival.request());
    long looked = System.nanoTime();
    for (KvCacheEvent event : arrival.events()) {
      router.enqueue(event);
    }
    answered += answer.choices().size();
    lookUp.recordValue(Math.min(looked - start, HIGHEST_NANOS));
    finished.recordValue(Math.min(Math.max(System.nanoTime() - planned, 0), HIGHEST_NANOS));
  }

  private static void waitUntil(long due) {
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /** When each request is due, from the first one; all at once without a load to offer. */
  static long[] dueNanos(List<Arrival> arrivals, LoadPlan plan) {
    long[] due = new long[arrivals.size()];
    if (plan.isAsFastAsPossible() || due.length == 0) {
      return due;
    }
    long first = arrivals.getFirst().timestampMillis();
    long spanMillis = arrivals.getLast().timestampMillis() - first;
    double seconds = due.length / plan.requestsPerSecond();
    for (int i = 0; i < due.length; i++) {
      double share =
          spanMillis == 0
              ? (double) i / due.length
              : (double) (arrivals.get(i).timestampMillis() - first) / spanMillis;
      due[i] = Math.round(share * seconds * 1e9);
    }
    return due;
  }

  /** A digest of answers of an index that holds everything: the same of every right router. */
  private long askedAgain(LanedRouter router) {
    List<Arrival> arrivals = script.arrivals();
    var digest = new Digest();
    for (Arrival arrival :
        arrivals.subList(Math.max(0, arrivals.size() - ASKED_AGAIN), arrivals.size())) {
      digest.add(router.answer(arrival.request()));
    }
    return digest.value();
  }

  private LoadResult result(Played played, List<HeldBlock> held, long answers) {
    Map<LoadFigure, Double> figures = new EnumMap<>(LoadFigure.class);
    figures.put(LoadFigure.LOOK_UP_P50, lookUp.getValueAtPercentile(50) / 1e3);
    figures.put(LoadFigure.LOOK_UP_P99, lookUp.getValueAtPercentile(99) / 1e3);
    figures.put(LoadFigure.FINISHED_P50, finished.getValueAtPercentile(50) / 1e3);
    figures.put(LoadFigure.FINISHED_P99, finished.getValueAtPercentile(99) / 1e3);
    figures.put(LoadFigure.DRAIN, played.drainNanos() / 1e3);
    long planned = played.plannedNanos();
    double lateMillis =
        plan.isAsFastAsPossible() ? 0 : Math.max(0, played.takenNanos() - planned) / 1e6;
    double behindMillis = plan.isAsFastAsPossible() ? 0 : behindNanos / 1e6;
    return new LoadResult(
        figures,
        script.arrivals().size() / ((played.takenNanos() + played.drainNanos()) / 1e9),
        lateMillis,
        behindMillis,
        isMissed(lateMillis, planned) || isBehind(behindMillis, planned),
        script.digest(),
        answers,
        script.differing(held));
  }

  static boolean isBehind(double behindMillis, long plannedNanos) {
    return behindMillis > LATE_MILLIS + BEHIND_SHARE * plannedNanos / 1e6;
  }

  static boolean isMissed(double lateMillis, long plannedNanos) {
    return lateMillis > LATE_MILLIS + LATE_SHARE * plannedNanos / 1e6;
  }
}
