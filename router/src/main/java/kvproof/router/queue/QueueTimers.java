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
    this.nextSweep = startNanos + SWEEP_NANOS;
    this.nextRecheck = startNanos + recheckNanos;
  }

  long recheckNanos() {
    return recheckNanos;
  }

  /**
   * When the next timer runs; {@link Long#MAX_VALUE} if none does.
   *
   * @param isIdle nothing is parked, so that a re-check would find nothing
   */
  long nextAt(OptionalLong deadline, boolean isIdle) {
    long at = sweeps ? nextSweep : Long.MAX_VALUE;
    at = Math.min(at, deadline.orElse(Long.MAX_VALUE));
    return isIdle ? at : Math.min(at, nextRecheck);
  }

  /** Which timer that is. */
  Timer next(long at, OptionalLong deadline) {
    if (sweeps && nextSweep == at) {
      return Timer.SWEEP;
    }
    return deadline.isPresent() && deadline.getAsLong() == at ? Timer.DEADLINE : Timer.RECHECK;
  }

  void swept() {
    nextSweep += SWEEP_NANOS;
  }

  void rechecked() {
    nextRecheck += recheckNanos;
  }

  /** Re-checks up to now that found nothing parked were left out. */
  void skipRechecks(long nowNanos) {
    if (nextRecheck <= nowNanos) {
      nextRecheck = startNanos + ((nowNanos - startNanos) / recheckNanos + 1) * recheckNanos;
    }
  }
}
