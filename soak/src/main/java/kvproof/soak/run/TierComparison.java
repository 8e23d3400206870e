package kvproof.soak.run;

import java.util.SortedMap;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Compares the lower tiers of two answers: which are listed, what each rank gains there, and where
 * its walk goes on. A rank that walks and gains nothing is not one that does not walk.
 */
final class TierComparison {
  private final String id;
  private final Differences differences;

  TierComparison(String id, Differences differences) {
    this.id = id;
    this.differences = differences;
  }

  void compare(
      SortedMap<StorageTier, TierAnswer> expected, SortedMap<StorageTier, TierAnswer> actual) {
    for (StorageTier tier : Differences.eitherKey(expected, actual)) {
      String where = id + ", " + tier.wireName();
      TierAnswer wanted = expected.get(tier);
      TierAnswer got = actual.get(tier);
      if (wanted == null || got == null) {
        differences.addText("lower", where, listed(wanted != null), listed(got != null));
      } else {
        compareHits(where, wanted.hits(), got.hits());
        compareNext(where, wanted, got);
      }
    }
  }

  private static String listed(boolean isListed) {
    return isListed ? "listed" : "not listed";
  }

  private void compareHits(
      String where,
      SortedMap<WorkerWithDpRank, Integer> expected,
      SortedMap<WorkerWithDpRank, Integer> actual) {
    for (WorkerWithDpRank rank : Differences.eitherKey(expected, actual)) {
      int wanted = expected.getOrDefault(rank, 0);
      int got = actual.getOrDefault(rank, 0);
      String place = where + ", " + rank;
      if (wanted != got) {
        differences.addBlocks("lower", place, wanted, got);
      } else {
        differences.addText(
            "lower", place, walked(expected.containsKey(rank)), walked(actual.containsKey(rank)));
      }
    }
  }

  private static String walked(boolean isListed) {
    return isListed ? "walks the tier" : "does not walk the tier";
  }

  private void compareNext(String where, TierAnswer expected, TierAnswer actual) {
    for (WorkerWithDpRank rank : Differences.eitherKey(expected.next(), actual.next())) {
      differences.addText(
          "next",
          where + ", " + rank,
          text(expected.next().get(rank)),
          text(actual.next().get(rank)));
    }
  }

  private static String text(@Nullable WalkPosition next) {
    return next == null ? "nowhere" : next.toString();
  }
}
