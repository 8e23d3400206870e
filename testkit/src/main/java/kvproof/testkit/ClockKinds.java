package kvproof.testkit;

import static kvproof.testkit.SettingsKinds.MILLI;
import static kvproof.testkit.SettingsKinds.SECOND;

import java.util.List;
import kvproof.model.SchedulingStep.ClockAdvanced;

/** Time that passes: a little, a lot, or just up to where something is due. */
final class ClockKinds {
  private static final long SWEEP = 60 * SECOND;
  private static final long QUICK_CHECK = 100 * MILLI;
  private static final List<Long> STEPS =
      List.of(1L, MILLI, 50 * MILLI, 100 * MILLI, SECOND, 2 * SECOND, 5 * SECOND, 11 * SECOND);

  private ClockKinds() {}

  static void any(ScheduleDraft draft, SeededRandom random) {
    long now = draft.nowNanos();
    long time =
        switch (random.weighted(40, 34, 8, 10, 5, 3)) {
          case 0 -> now + random.pick(STEPS);
          case 1 -> aroundSomethingDue(draft, random);
          case 2 -> next(now, SWEEP) + random.pick(List.of(0L, 0L, 1L));
          case 3 -> next(now, QUICK_CHECK);
          case 4 -> now + random.between(1, draft.settings().isQueueing() ? 3 : 6) * SWEEP / 2;
          default -> Math.max(0, now - random.pick(STEPS)); // never back
        };
    draft.say(new ClockAdvanced(time));
  }

  private static long next(long now, long period) {
    return (now / period + 1) * period;
  }

  private static long aroundSomethingDue(ScheduleDraft draft, SeededRandom random) {
    List<Long> due = draft.dueTimes();
    if (due.isEmpty()) {
      return draft.nowNanos() + random.pick(STEPS);
    }
    long offset = List.of(0L, -1L, 1L).get(random.weighted(70, 15, 15));
    return Math.max(0, random.pick(due) + offset);
  }

  /** Up to a sweep: the next one, or the first at which what is booked now has expired. */
  static void untilSweep(ScheduleDraft draft, SeededRandom random) {
    long expiry = draft.settings().expiryNanos().orElse(0);
    long wait = expiry <= SWEEP && random.chance(60) ? expiry : 0;
    draft.say(new ClockAdvanced(next(draft.nowNanos() + wait, SWEEP)));
  }

  /** So long that what is waiting now is looked up again, or nearly. */
  static void untilRefresh(ScheduleDraft draft, SeededRandom random) {
    long wait = draft.settings().refreshAfterNanos().orElse(SECOND);
    long offset = List.of(0L, -1L, SECOND).get(random.weighted(65, 15, 20));
    draft.say(new ClockAdvanced(Math.max(0, draft.nowNanos() + wait + offset)));
  }
}
