package kvproof.router.queue;

import java.util.OptionalLong;
import kvproof.model.SchedulerSettings;

/** When a queue has something to do by itself: sweeps, deadlines, periodic re-checks. */
final class QueueTimers {
  static final long SWEEP_NANOS = 60_000_000_000L;
  private static final long RECHECK_NANOS = 60_000_000_000L;

  /** Modelled load decays without any event that would tell. */
  private static final long MODELLED_RECHECK_NANOS = 100_000_000L;

  /** What is next; of equal times the first. */
  enum Timer {
    SWEEP,
    DEADLINE,
    RECHECK
  }

  /*
   * Sweeps and re-checks come at multiples of their period from the start. One that would find
   * nothing to do is left out, so that a clock that goes on by years is at rest in a few steps; the
   * next one is then looked for behind the time that was reached. A time past the last that a clock
   * can show never comes.
   */
  private final boolean sweeps;
  private final long recheckNanos;
  private final long startNanos;
  private long nextSweep;
  private long nextRecheck;

  QueueTimers(SchedulerSettings settings, long startNanos) {
    boolean isModelled = settings.prefillNanosPerToken().isPresent() && settings.isQueueing();
    this.sweeps = settings.expiryNanos().isPresent();
    this.recheckNanos = isModelled ? MODELLED_RECHECK_NANOS : RECHECK_NANOS;
    this.startNanos = startNanos;
    this.nextSweep = Saturating.sum(startNanos, SWEEP_NANOS);
    this.nextRecheck = Saturating.sum(startNanos, recheckNanos);
  }

  /**
   * When the next timer runs; {@link Long#MAX_VALUE} if none does.
   *
   * @param isSwept nothing is booked or reserved, so that a sweep would find nothing
   * @param isAtRest a re-check would find nothing and change nothing
   */
  long nextAt(OptionalLong deadline, boolean isSwept, boolean isAtRest) {
    long at = deadline.orElse(Long.MAX_VALUE);
    if (sweeps && !isSwept) {
      at = Math.min(at, nextSweep);
    }
    return isAtRest ? at : Math.min(at, nextRecheck);
  }

  /** Which timer that is. */
  Timer next(long at, OptionalLong deadline) {
    if (sweeps && nextSweep == at) {
      return Timer.SWEEP;
    }
    return deadline.isPresent() && deadline.getAsLong() == at ? Timer.DEADLINE : Timer.RECHECK;
  }

  void swept() {
    nextSweep = Saturating.sum(nextSweep, SWEEP_NANOS);
  }

  void rechecked() {
    nextRecheck = Saturating.sum(nextRecheck, recheckNanos);
  }

  /** What was to come before this time, and was left out, does not come any more. */
  void leaveOutBefore(long nanos) {
    nextSweep = firstFrom(nanos, nextSweep, SWEEP_NANOS);
    nextRecheck = firstFrom(nanos, nextRecheck, recheckNanos);
  }

  /** The first time at or after {@code nanos} at which something comes every so often. */
  private long firstFrom(long nanos, long next, long periodNanos) {
    if (next >= nanos) {
      return next;
    }
    long periods = Math.ceilDiv(nanos - startNanos, periodNanos);
    return Saturating.sum(startNanos, Saturating.product(periods, periodNanos));
  }
}
