package kvproof.testkit;

import java.util.Arrays;
import java.util.List;
import kvproof.model.CaseStep;

/**
 * Draws event histories: a swarm of event kinds over one population and its prompts.
 *
 * <p>Each history turns some kinds off and skews the rest, so that over many cases every mix comes
 * up, also those that an even mix would drown.
 */
public final class Histories {
  private static final EventKind[] KINDS = EventKind.values();
  private static final int LONGER_FOR_LANES = 3;
  private static final int[] SKEWS = {1, 2, 4};

  private Histories() {}

  /** The histories of a profile, for whoever needs no requests. */
  public static Gen<List<CaseStep>> of(Profile profile) {
    return random -> draft(profile, CaseSize.USUAL, random).steps();
  }

  /** A scheduled history has one size. */
  static HistoryDraft draft(Profile profile, CaseSize size, SeededRandom random) {
    if (profile == Profile.FULL) {
      return ScheduledHistory.draft(random);
    }
    HistoryDraft draft = emptyDraft(profile, random);
    fill(draft, size, swarm(profile, random.fork("swarm")), random.fork("history"));
    return draft;
  }

  /** Who takes part and which prompts there are; nothing has happened yet. */
  static HistoryDraft emptyDraft(Profile profile, SeededRandom random) {
    SeededRandom prompts = random.fork("prompts");
    boolean withVariants = profile.allows(Irregularity.VARIANT) && prompts.chance(60);
    return new HistoryDraft(
        profile,
        Population.draw(random.fork("population")),
        PromptFamilies.draw(prompts, withVariants));
  }

  /** Opening snapshots and some first events, for a history that somebody else goes on with. */
  static void begin(HistoryDraft draft, int[] swarm, int enough, SeededRandom random) {
    openingSnapshots(draft, random);
    for (int i = 0; i < enough * 2 && draft.length() < enough; i++) {
      drawInto(draft, swarm, random);
    }
  }

  /** The steps of one kind of the swarm, if there is anything to do it to. */
  static void drawInto(HistoryDraft draft, int[] swarm, SeededRandom random) {
    KINDS[random.weighted(swarm)].drawInto(draft, random);
  }

  private static void fill(HistoryDraft draft, CaseSize size, int[] swarm, SeededRandom random) {
    openingSnapshots(draft, random);
    int longer = draft.profile() == Profile.LANES ? LONGER_FOR_LANES : 1;
    int enough = longer * size.drawSteps(random);
    int draws = enough * 2; // a draw that finds nothing to act on adds nothing
    for (int i = 0; draft.length() == 0 || (i < draws && draft.length() < enough); i++) {
      drawInto(draft, swarm, random);
    }
  }

  /** The weight of each kind; root stores stay, since everything grows on them. */
  static int[] swarm(Profile profile, SeededRandom random) {
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

  private static void openingSnapshots(HistoryDraft draft, SeededRandom random) {
    SeededRandom rare = random.fork("many cache owners");
    if (rare.chance(2)) {
      SnapshotKinds.manyCacheOwners(draft, rare);
    }
    if (random.chance(65)) {
      SnapshotKinds.residency(draft, random);
    }
    if (random.chance(35)) {
      if (EventKind.WORKER_SNAPSHOT.isFor(draft.profile())) {
        SnapshotKinds.workers(draft, random);
      } else {
        SnapshotKinds.reachableWorkers(draft);
      }
    }
  }
}
