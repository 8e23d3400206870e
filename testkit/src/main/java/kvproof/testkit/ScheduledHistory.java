package kvproof.testkit;

import java.util.Arrays;

/**
 * Draws histories in which a scheduler takes requests while events, evictions, joins and leaves
 * happen.
 *
 * <p>Underneath is an engine or an irregular history with its own swarm of kinds; the scheduler's
 * steps are woven into it, also by a swarm.
 */
final class ScheduledHistory {
  private static final ScheduleKind[] KINDS = ScheduleKind.values();
  private static final int[] SKEWS = {1, 2, 4};

  /** The last draw may add many more: an arrangement fills every rank. */
  static final int MOST_STEPS = 60;

  private static final int FEWEST_STEPS = 16;

  private ScheduledHistory() {}

  static HistoryDraft draft(SeededRandom random) {
    Profile underneath = random.fork("underneath").chance(55) ? Profile.ENGINE : Profile.IRREGULAR;
    HistoryDraft history = Histories.emptyDraft(underneath, random);
    SeededRandom settings = random.fork("settings");
    SeededRandom steps = random.fork("schedule");
    int[] events = Histories.swarm(underneath, random.fork("swarm"));
    Histories.begin(history, events, steps.between(2, 12), random.fork("history"));
    var draft =
        new ScheduleDraft(
            history, SchedulingSwarm.draw(random.fork("wishes")), SettingsKinds.draw(settings));
    MemberKinds.begin(draft, steps);
    weave(draft, events, steps);
    return history;
  }

  private static void weave(ScheduleDraft draft, int[] events, SeededRandom random) {
    int[] kinds = swarm(random.fork("swarm"));
    int eventPercent = random.between(10, 45);
    int enough = draft.history().length() + random.between(FEWEST_STEPS, MOST_STEPS);
    int draws = enough * 2; // a draw that finds nothing to act on adds nothing
    for (int i = 0; i < draws && draft.history().length() < enough; i++) {
      if (random.chance(eventPercent)) {
        Histories.drawInto(draft.history(), events, random);
      } else {
        KINDS[random.weighted(kinds)].drawInto(draft, random);
      }
    }
  }

  /** The weight of each kind; submissions stay, since nothing happens without them. */
  private static int[] swarm(SeededRandom random) {
    int[] weights = new int[KINDS.length];
    Arrays.setAll(
        weights,
        i -> {
          boolean isOff = KINDS[i] != ScheduleKind.SUBMISSION && random.chance(22);
          int skew = SKEWS[random.below(SKEWS.length)];
          return isOff ? 0 : KINDS[i].weight() * skew;
        });
    return weights;
  }
}
