package kvproof.soak.lanes;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import kvproof.model.Answer;
import kvproof.model.ConcurrentRouter;
import kvproof.model.Request;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;

/**
 * Asks, while others publish, and holds every answer against what it may say.
 *
 * <p>Of each rank an answer must be that of a prefix of what the rank published: no shorter than
 * what was applied before the question, no longer than what was handed over before the answer, and
 * never shorter than an earlier answer to this thread showed.
 */
final class ReadingThread implements Callable<List<Difference>> {
  /** Whether the router keeps resident counts, and whether a rank may lose its own. */
  enum Counts {
    NOT_KEPT,
    KEPT,
    KEPT_UNTIL_A_DEATH
  }

  private static final int FEWEST_ROUNDS = 3;

  private final ConcurrentRouter router;
  private final List<Request> requests;
  private final List<RankTruth> ranks;
  private final Progress progress;
  private final BooleanSupplier isOver;
  private final Counts counts;
  private final int[] seen;
  private final int[] counted;
  private final List<Difference> found = new ArrayList<>();

  ReadingThread(
      ConcurrentRouter router,
      List<Request> requests,
      List<RankTruth> ranks,
      Progress progress,
      BooleanSupplier isOver,
      Counts counts) {
    this.router = router;
    this.requests = requests;
    this.ranks = ranks;
    this.progress = progress;
    this.isOver = isOver;
    this.counts = counts;
    this.seen = new int[ranks.size()];
    this.counted = new int[ranks.size()];
  }

  @Override
  public List<Difference> call() {
    for (int round = 0; found.isEmpty() && isToGoOn(round); round++) {
      for (int request = 0; request < requests.size(); request++) {
        ask(request);
      }
      if (counts != Counts.NOT_KEPT) {
        readCounts();
      }
    }
    return found;
  }

  private boolean isToGoOn(int round) {
    return round < FEWEST_ROUNDS || !isOver.getAsBoolean();
  }

  private void ask(int request) {
    int[] from = new int[ranks.size()];
    for (int rank = 0; rank < from.length; rank++) {
      from[rank] = Math.max(seen[rank], progress.applied(rank));
    }
    Answer answer = router.answer(requests.get(request));
    for (int rank = 0; rank < from.length; rank++) {
      RankTruth truth = ranks.get(rank);
      RankView view = RankView.of(answer, truth.rank());
      int to = progress.handedOver(rank);
      int prefix = truth.firstWithView(view, request, from[rank], to);
      if (prefix < 0) {
        report(truth, requests.get(request).id(), from[rank], to, view.toString());
      } else {
        seen[rank] = prefix;
      }
    }
  }

  private void readCounts() {
    for (int rank = 0; rank < ranks.size(); rank++) {
      RankTruth truth = ranks.get(rank);
      int from = Math.max(counted[rank], progress.applied(rank));
      OptionalLong count = router.residentBlocks(truth.rank());
      int to = progress.handedOver(rank);
      int prefix = truth.firstWithCount(count, from, to);
      if (prefix >= 0) {
        counted[rank] = prefix;
      } else if (count.isPresent() || counts != Counts.KEPT_UNTIL_A_DEATH) {
        report(truth, "resident blocks", from, to, count.toString());
      }
    }
  }

  private void report(RankTruth truth, String what, int from, int to, String actual) {
    found.add(
        new Difference(
            "lanes",
            Kind.WRONG_VALUE,
            what + ", " + truth.rank(),
            "what " + from + " to " + to + " of its events come to",
            "OwnerInventoryOracle",
            actual));
  }
}
