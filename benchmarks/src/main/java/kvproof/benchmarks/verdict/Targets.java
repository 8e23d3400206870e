package kvproof.benchmarks.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import kvproof.benchmarks.fixture.InventoryFixture;
import kvproof.benchmarks.fixture.LocalPrefix;
import kvproof.benchmarks.fixture.Shape;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Judgement;
import kvproof.benchmarks.timing.Latency;

/**
 * The targets of one inventory: against the publication, against the crate, and the tail.
 *
 * <ul>
 *   <li>published "on" p50, scaled to this machine: a fifth; a twentieth of fragmented and
 *       staggered
 *   <li>the crate's p50 of this run: a tenth where it does the same work (root prefixes), twice it
 *       where it does less (suffixes, which it cannot serve), the same where all is local
 *   <li>p99 less p50: twice p50, and what the noise loop of this run shows
 * </ul>
 */
public final class Targets {
  static final String NO_PEER = "the peer was not built";
  static final String NO_SCALE = "the peer gave no scale";
  static final String NOT_PUBLISHED = "nothing was published of it";

  private Targets() {}

  /** In the order of the list above; compares best rounds. */
  public static List<Goal> of(InventoryRow row, OptionalDouble scale) {
    List<Goal> goals = new ArrayList<>();
    goals.add(published(row, scale));
    goals.add(crate(row));
    goals.add(tail(row));
    return goals;
  }

  /** The scaled limit that the publication sets, or none. */
  private static Goal published(InventoryRow row, OptionalDouble scale) {
    OptionalDouble on = row.fixture().published().onP50();
    int part = publishedPart(row.fixture());
    String name = "published on / " + part;
    if (on.isEmpty()) {
      return notJudged(name, row.ours().bestP50(), NOT_PUBLISHED);
    }
    if (scale.isEmpty()) {
      return notJudged(name, row.ours().bestP50(), NO_SCALE);
    }
    double limit = on.getAsDouble() * scale.getAsDouble() / part;
    return Goal.atMost(name, row.ours().bestP50(), limit);
  }

  private static Goal notJudged(String name, double actual, String reason) {
    return Goal.notJudged(name, actual, Goal.Direction.AT_MOST, reason);
  }

  private static int publishedPart(InventoryFixture fixture) {
    return switch (fixture.shape()) {
      case FRAGMENTED, STAGGERED -> 20;
      case SHARED_SUFFIX, ROOT_PREFIX -> 5;
    };
  }

  private static Goal crate(InventoryRow row) {
    InventoryFixture fixture = row.fixture();
    double factor;
    String name;
    if (fixture.local() == LocalPrefix.WHOLE) {
      factor = 1;
      name = "crate";
    } else if (fixture.shape() == Shape.ROOT_PREFIX) {
      factor = 0.1;
      name = "crate / 10";
    } else {
      factor = 2;
      name = "crate x 2";
    }
    double actual = row.ours().bestP50();
    return row.peer()
        .map(peer -> Goal.atMost(name, actual, peer.bestP50() * factor))
        .orElseGet(() -> notJudged(name, actual, NO_PEER));
  }

  private static Goal tail(InventoryRow row) {
    Latency ours = row.ours();
    double limit = 2 * ours.bestP50() + row.noise().bestTail();
    return Goal.atMost("tail", ours.bestTail(), limit);
  }

  /** Whether this run lacks what the judgement needs; what nobody published is no gap. */
  public static boolean isGap(Goal goal) {
    return goal.judgement() == Judgement.NOT_JUDGED && !goal.reason().equals(NOT_PUBLISHED);
  }

  /** The worst of them: missed before not judged before met. */
  public static Judgement overall(List<Goal> goals) {
    List<Judgement> judgements = goals.stream().map(Goal::judgement).toList();
    if (judgements.contains(Judgement.MISSED)) {
      return Judgement.MISSED;
    }
    return goals.stream().anyMatch(Targets::isGap) ? Judgement.NOT_JUDGED : Judgement.MET;
  }
}
