package kvproof.testkit;

import java.util.Arrays;

/**
 * Draws event histories: a swarm of event kinds over one population and its prompts.
 *
 * <p>Each history turns some kinds off and skews the rest, so that over many cases every mix comes
 * up, also those that an even mix would drown.
 */
final class Histories {
  private static final EventKind[] KINDS = EventKind.values();
  private static final int MOST_STEPS = 34;
  private static final int[] SKEWS = {1, 2, 4};

  private Histories() {}

  static HistoryDraft draw(
      Profile profile, Population population, PromptFamilies families, SeededRandom random) {
    HistoryDraft draft = new HistoryDraft(profile, population, families);
    int[] swarm = swarm(profile, random.fork("swarm"));
    openingSnapshots(draft, profile, random);
    int most = random.between(6, MOST_STEPS - 4);
    int draws = most * 2; // a draw that finds nothing to act on adds nothing
    for (int i = 0; i < draws && draft.length() < most; i++) {
      KINDS[random.weighted(swarm)].drawInto(draft, random);
    }
    return draft;
  }

  /** The weight of each kind; root stores stay, since everything grows on them. */
  private static int[] swarm(Profile profile, SeededRandom random) {
    int[] weights = new int[KINDS.length];
    Arrays.setAll(
        weights,
        i -> {
          EventKind kind = KINDS[i];
          boolean isOff = kind != EventKind.ROOT_STORE && random.chance(25);
          int skew = SKEWS[random.below(SKEWS.length)];
          return isOff || !kind.isFor(profile) ? 0 : kind.weight() * skew;
        });
    return weights;
  }

  private static void openingSnapshots(HistoryDraft draft, Profile profile, SeededRandom random) {
    if (random.chance(65)) {
      SnapshotKinds.residency(draft, random);
    }
    if (profile == Profile.FETCH) {
      if (random.chance(30)) {
        SnapshotKinds.reachableWorkers(draft);
      }
    } else if (random.chance(35)) {
      SnapshotKinds.workers(draft, random);
    }
  }
}
