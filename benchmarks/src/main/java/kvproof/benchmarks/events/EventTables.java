package kvproof.benchmarks.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import kvproof.benchmarks.events.EventFigures.Case;
import kvproof.benchmarks.events.EventFigures.Rates;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Goal.Direction;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.router.lane.LaneCopies;

/**
 * The figures of all streams as tables, judged.
 *
 * <p>Lanes that keep one copy, as the peer does, must be at least as fast as its event threads in
 * this run, handing over and draining alike; nobody looks up meanwhile, on either side. Without the
 * peer, where the two did not do the same work, and for the slice of the trace nothing is judged;
 * what is known of the peer on a machine of our kind is a column. A case that was asked for and not
 * measured is missed.
 */
public final class EventTables {
  private static final double MILLION = 1e6;
  private static final List<String> RATE_COLUMNS =
      List.of(
          "ours",
          "ours, queues full",
          "ours, a cpu second",
          "peer",
          "peer, queues full",
          "peer, a cpu second",
          "ours/peer",
          "peer, known");
  private static final List<String> LOOK_UP_COLUMNS =
      List.of("p50", "p99", "p99.9", "worst", "call p50", "call p99", "call p99.9", "M blocks/s");

  private EventTables() {}

  /**
   * What every process was to do.
   *
   * @param rates look-ups a second; empty: none were to be made
   * @param isSlice whether streams of a trace are of the slice that the tests have
   */
  public record Asked(List<StreamKind> kinds, List<Integer> rates, boolean isSlice) {
    public Asked {
      kinds = List.copyOf(kinds);
      rates = List.copyOf(rates);
    }
  }

  /**
   * @param ours of our processes
   * @param peer of the peer's; empty figures: not built
   */
  public static List<FigureTable> of(Asked asked, EventFigures ours, EventFigures peer) {
    return List.of(rates(asked, ours, peer), memory(asked.kinds(), ours), lookUps(asked, ours));
  }

  private static FigureTable rates(Asked asked, EventFigures ours, EventFigures peer) {
    List<FigureRow> rows = new ArrayList<>();
    for (StreamKind kind : asked.kinds()) {
      for (var tier : EventsTrial.TIERS) {
        for (Feed feed : Feed.ALL) {
          var fed = new Case(kind.key(), tier.wireName(), feed.lanes(), feed.copies().count());
          String title = "%s, %s, %s".formatted(kind.title(), fed.tier(), feed.title());
          Optional<Rates> rates = ours.rates(fed);
          if (rates.isEmpty()) {
            rows.add(FigureRow.missing(title, RATE_COLUMNS.size()));
            continue;
          }
          Optional<String> notJudged =
              asked.isSlice() && kind.readsTrace()
                  ? Optional.of("the slice of the trace is too short for a figure")
                  : ours.difference(peer, fed);
          List<Goal> goals = goals(fed, rates.get(), peer, notJudged);
          Optional<Rates> likewise =
              notJudged.isEmpty() || !goals.isEmpty() ? peer.rates(fed.ofPeer()) : Optional.empty();
          rows.add(row(title, fed, rates.get(), likewise, goals));
        }
      }
    }
    return new FigureTable(
        "Stores and removals, million blocks a second, best round",
        RATE_COLUMNS,
        List.of("ours", "ours, queues full", "peer", "peer, queues full"),
        rows);
  }

  private static FigureRow row(
      String title, Case fed, Rates ours, Optional<Rates> peer, List<Goal> goals) {
    return new FigureRow(
        title,
        List.of(
            OptionalDouble.of(ours.pool() / MILLION),
            OptionalDouble.of(ours.drain() / MILLION),
            OptionalDouble.of(ours.cpu() / MILLION),
            optional(peer.map(rates -> rates.pool() / MILLION)),
            optional(peer.map(rates -> rates.drain() / MILLION)),
            optional(peer.map(rates -> rates.cpu() / MILLION)),
            optional(peer.map(rates -> ours.pool() / rates.pool())),
            known(fed)),
        goals,
        remark(fed));
  }

  private static String remark(Case fed) {
    if (fed.lanes() == 0) {
      return "shown only: nobody may look up meanwhile";
    }
    return fed.copies() == 1 ? "" : "shown only: applied twice, so that no look-up waits";
  }

  /**
   * A thread that applies events without a lane, and lanes that keep everything twice, are shown
   * and not judged.
   */
  private static List<Goal> goals(
      Case fed, Rates ours, EventFigures peer, Optional<String> notJudged) {
    if (fed.lanes() == 0 || fed.copies() > 1) {
      return List.of();
    }
    return notJudged.isEmpty() && !peer.isEmpty() && peer.rates(fed.ofPeer()).isEmpty()
        ? List.of(Goal.figuresOf("processes of the peer"))
        : goals(ours, peer.rates(fed.ofPeer()), notJudged);
  }

  private static List<Goal> goals(Rates ours, Optional<Rates> peer, Optional<String> notJudged) {
    double pool = ours.pool() / MILLION;
    if (peer.isEmpty() || notJudged.isPresent()) {
      String why = notJudged.orElse("the peer was not built");
      return List.of(Goal.notJudged("the peer's", pool, Direction.AT_LEAST, why));
    }
    return List.of(
        Goal.atLeast("the peer's", pool, peer.get().pool() / MILLION),
        Goal.atLeast(
            "the peer's from full queues", ours.drain() / MILLION, peer.get().drain() / MILLION));
  }

  /** Million blocks a second of the crate on a machine of our kind. */
  private static OptionalDouble known(Case fed) {
    if (fed.lanes() == 0) {
      return OptionalDouble.empty(); // the crate has a thread of its own for events, at least
    }
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
        String title = kind.title() + ", " + tier.wireName();
        rows.add(
            bytes.isPresent()
                ? new FigureRow(
                    title,
                    List.of(bytes),
                    List.of(),
                    "one copy, without lanes; lanes keep two unless told otherwise")
                : FigureRow.missing(title, 1));
      }
    }
    return new FigureTable(
        "Retained heap a resident block, bytes, after a collection",
        List.of("ours"),
        List.of(),
        rows);
  }

  private static FigureTable lookUps(Asked asked, EventFigures ours) {
    List<FigureRow> rows = new ArrayList<>();
    for (StreamKind kind : asked.kinds()) {
      for (var tier : EventsTrial.TIERS) {
        for (int rate : asked.rates()) {
          for (LaneCopies copies : LaneCopies.values()) {
            String title =
                "%s, %s, %d look-ups/s, %s"
                    .formatted(
                        kind.title(),
                        tier.wireName(),
                        rate,
                        copies == LaneCopies.ONE ? "one copy" : "two copies");
            rows.add(
                ours.lookUps(kind.key(), tier.wireName(), rate, copies.count())
                    .map(timed -> row(title, timed))
                    .orElseGet(() -> FigureRow.missing(title, LOOK_UP_COLUMNS.size())));
          }
        }
      }
    }
    return new FigureTable(
        "Look-ups at a fixed rate while one lane applies events, microseconds from when each was"
            + " due; the call alone beside it",
        LOOK_UP_COLUMNS,
        List.of(),
        rows);
  }

  private static FigureRow row(String title, LookUpsTimed timed) {
    return new FigureRow(
        title,
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
