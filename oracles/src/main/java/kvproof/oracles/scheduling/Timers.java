package kvproof.oracles.scheduling;

import java.util.OptionalLong;
import kvproof.model.SchedulerSettings;

/**
 * The moments at which a scheduler acts by itself, in nanoseconds since its start.
 *
 * @param sweepNanos how often bookings are looked through for expired ones; absent: never
 * @param recheckNanos how often everything parked is looked at again
 */
record Timers(OptionalLong sweepNanos, long recheckNanos) {

  private static final long MINUTE = 60_000_000_000L;
  private static final long WHILE_LOAD_DECAYS = 100_000_000L;

  static Timers of(SchedulerSettings settings) {
    boolean decays = settings.prefillNanosPerToken().isPresent() && mayWait(settings);
    return new Timers(
        settings.expiryNanos().isPresent() ? OptionalLong.of(MINUTE) : OptionalLong.empty(),
        decays ? WHILE_LOAD_DECAYS : MINUTE);
  }

  private static boolean mayWait(SchedulerSettings settings) {
    return settings.queue().classes().stream().anyMatch(Busy::hasThreshold);
  }

  /** {@link Long#MAX_VALUE} stands for never. */
  long nextSweep(long now) {
    return sweepNanos.isPresent() ? next(now, sweepNanos.getAsLong()) : Long.MAX_VALUE;
  }

  long nextRecheck(long now) {
    return next(now, recheckNanos);
  }

  boolean isSweep(long now) {
    return sweepNanos.isPresent() && now % sweepNanos.getAsLong() == 0;
  }

  boolean isRecheck(long now) {
    return now % recheckNanos == 0;
  }

  private static long next(long now, long period) {
    long periods = now / period + 1;
    return periods > Long.MAX_VALUE / period ? Long.MAX_VALUE : periods * period;
  }
}
