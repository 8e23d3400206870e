package kvproof.benchmarks.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import kvproof.benchmarks.events.EventFigures.Case;
import kvproof.benchmarks.events.EventFigures.Rates;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.benchmarks.section.Goal;
import kvproof.benchmarks.section.Goal.Direction;

/**
 * The figures of all streams as tables, judged.
 *
 * <p>Lanes must be at least as fast as the peer's event threads in this run, handing over and
 * draining alike; without the peer, as fast as what is known of it on a machine of our kind.
 */
public final class EventTables {
  private static final double MILLION = 1e6;
  private static final String NOTHING_KNOWN =
      "the peer was not built, and no figure of it is known";

  private EventTables() {}

  /**
   * @param ours of our processes
   * @param peer of the peer's; empty figures: not built
   */
  public static List<FigureTable> of(List<StreamKind> kinds, EventFigures ours, EventFigures peer) {
    return List.of(rates(kinds, ours, peer), memory(kinds, ours), lookUps(kinds, ours));
  }

  private static FigureTable rates(List<StreamKind> kinds, EventFigures ours, EventFigures peer) {
    List<FigureRow> rows = new ArrayList<>();
    for (StreamKind kind : kinds) {
      for (var tier : EventsTrial.TIERS) {
        for (Feed feed : Feed.ALL) {
          var fed = new Case(kind.key(), tier.wireName(), feed.lanes());
          ours.rates(fed)
              .ifPresent(rates -> rows.add(row(kind, feed, fed, rates, peer.rates(fed))));
        }
      }
    }
    return new FigureTable(
        "Stores and removals, million blocks a second, best round",
        List.of(
            "ours",
            "ours, queues full",
            "ours, a cpu second",
            "peer",
            "peer, queues full",
            "peer, a cpu second",
            "ours/peer"),
        List.of("ours", "ours, queues full", "peer", "peer, queues full"),
        rows);
  }

  private static FigureRow row(
      StreamKind kind, Feed feed, Case fed, Rates ours, Optional<Rates> peer) {
    List<Goal> goals = feed.lanes() == 0 ? List.of() : goals(fed, ours, peer);
    return new FigureRow(
        "%s, %s, %s".formatted(kind.title(), fed.tier(), feed.title()),
        List.of(
            OptionalDouble.of(ours.pool() / MILLION),
            OptionalDouble.of(ours.drain() / MILLION),
            OptionalDouble.of(ours.cpu() / MILLION),
            optional(peer.map(rates -> rates.pool() / MILLION)),
            optional(peer.map(rates -> rates.drain() / MILLION)),
            optional(peer.map(rates -> rates.cpu() / MILLION)),
            optional(peer.map(rates -> ours.pool() / rates.pool()))),
        goals,
        "");
  }

  private static List<Goal> goals(Case fed, Rates ours, Optional<Rates> peer) {
    if (peer.isPresent()) {
      return List.of(
          Goal.atLeast("the peer's", ours.pool() / MILLION, peer.get().pool() / MILLION),
          Goal.atLeast(
              "the peer's from full queues", ours.drain() / MILLION, peer.get().drain() / MILLION));
    }
    double actual = ours.pool() / MILLION;
    OptionalDouble known = known(fed);
    return List.of(
        known.isPresent()
            ? Goal.atLeast("what is known of the crate", actual, known.getAsDouble())
            : Goal.notJudged("the peer's", actual, Direction.AT_LEAST, NOTHING_KNOWN));
  }

  /** Million blocks a second of the crate on a machine of our kind. */
  private static OptionalDouble known(Case fed) {
    boolean isDevice = fed.tier().equals("device");
    if (fed.stream().equals(StreamKind.SYNTHETIC.key())) {
      double oneThread = isDevice ? 17 : 4.3;
      double twoThreads = isDevice ? 36 : 5.7;
      return OptionalDouble.of(fed.lanes() == 1 ? oneThread : twoThreads);
    }
    return fed.stream().equals(StreamKind.CONVERSATION_16.key()) && fed.lanes() == 1
        ? OptionalDouble.of(isDevice ? 13.5 : 3.8)
        : OptionalDouble.empty();
  }

  private static OptionalDouble optional(Optional<Double> figure) {
    return figure.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  private static FigureTable memory(List<StreamKind> kinds, EventFigures ours) {
    List<FigureRow> rows = new ArrayList<>();
    for (StreamKind kind : kinds) {
      for (var tier : EventsTrial.TIERS) {
        OptionalDouble bytes = ours.bytesPerBlock(kind.key(), tier.wireName());
        if (bytes.isPresent()) {
          rows.add(
              new FigureRow(
                  kind.title() + ", " + tier.wireName(),
                  List.of(bytes),
                  List.of(),
                  "one router; behind lanes there are two"));
        }
      }
    }
    return new FigureTable(
        "Retained heap a resident block, bytes, after a collection",
        List.of("ours"),
        List.of(),
        rows);
  }

  private static FigureTable lookUps(List<StreamKind> kinds, EventFigures ours) {
    List<FigureRow> rows = new ArrayList<>();
    for (StreamKind kind : kinds) {
      for (var tier : EventsTrial.TIERS) {
        for (LookUpsTimed timed : ours.lookUps(kind.key(), tier.wireName())) {
          rows.add(row(kind, tier.wireName(), timed));
        }
      }
    }
    return new FigureTable(
        "Look-ups at a fixed rate while one lane applies events, microseconds from when each was"
            + " due; the call alone beside it",
        List.of("p50", "p99", "p99.9", "worst", "call p50", "call p99", "call p99.9", "M blocks/s"),
        List.of(),
        rows);
  }

  private static FigureRow row(StreamKind kind, String tier, LookUpsTimed timed) {
    return new FigureRow(
        "%s, %s, %d look-ups/s".formatted(kind.title(), tier, timed.ratePerSecond()),
        List.of(
            OptionalDouble.of(timed.p50()),
            OptionalDouble.of(timed.p99()),
            OptionalDouble.of(timed.p999()),
            OptionalDouble.of(timed.worst()),
            OptionalDouble.of(timed.callP50()),
            OptionalDouble.of(timed.callP99()),
            OptionalDouble.of(timed.callP999()),
            OptionalDouble.of(timed.blocksPerSecond() / MILLION)),
        List.of(),
        timed.lookUps() + " look-ups");
  }
}
