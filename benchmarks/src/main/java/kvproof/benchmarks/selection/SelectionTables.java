package kvproof.benchmarks.selection;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import kvproof.benchmarks.judgement.Goal;
import kvproof.benchmarks.judgement.Goal.Direction;
import kvproof.benchmarks.section.FigureRow;
import kvproof.benchmarks.section.FigureTable;
import kvproof.benchmarks.selection.SelectionCase.Kind;
import kvproof.benchmarks.selection.SelectionFigures.Timed;
import kvproof.benchmarks.timing.Medians;

/**
 * Selections as tables, judged: the default one against the crate's default selector of this run,
 * its choice at temperature 0, and 0 bytes; what counts add to a candidate against what was
 * published of it, scaled to this machine. Without the peer only bytes are judged; what is known of
 * the crate on a machine of our kind is a column. A case that no process has figures of is missed.
 */
public final class SelectionTables {
  private static final double NANOS_PER_MICRO = 1_000;
  private static final double REGISTER_MILLIS = 1_000;

  /** The crate on a machine of our kind, without decay, at temperature 0; microseconds. */
  private static final Map<Integer, Double> KNOWN =
      Map.of(2, 0.09, 32, 0.63, 1_024, 19.8, 10_000, 353.0);

  /**
   * What was published of resident counts at one size, on another machine.
   *
   * @param without a selection with the scorer that reads nothing, microseconds
   * @param live nanoseconds a candidate that counts add
   * @param rewritten the same while another thread rewrites every counter
   */
  private record Published(double without, double live, double rewritten) {
    double added(Kind with) {
      return with.hasWriter() ? rewritten : live;
    }
  }

  private static final Map<Integer, Published> PUBLISHED =
      Map.of(
          2, new Published(0.049, 5.7 / 2, 31.0 / 2),
          32, new Published(0.417, 1.0, 2.6),
          1_024, new Published(13.8, 1.2, 2.9),
          10_000, new Published(145, 1.6, 2.8));

  private static final List<String> DEFAULT_COLUMNS =
      List.of("ours p50", "ours p99", "B/op", "peer p50", "peer p99", "peer/ours", "peer, known");
  private static final List<String> READ_COLUMNS =
      List.of("without", "with", "added ns", "least", "most", "published ns", "scaled ns", "B/op");
  private static final List<String> WRITE_COLUMNS = List.of("median", "least", "most");

  private SelectionTables() {}

  public static List<FigureTable> of(SelectionFigures found) {
    return List.of(defaults(found), reads(found), writes(found));
  }

  private static FigureTable defaults(SelectionFigures found) {
    List<FigureRow> rows = new ArrayList<>();
    for (SelectionCase timed : SelectionCase.all(false)) {
      if (timed.kind().isDefault()) {
        rows.add(
            found
                .ours(timed)
                .map(ours -> row(timed, ours, found.peer(timed), found.hasPeer()))
                .orElseGet(() -> FigureRow.missing(title(timed), DEFAULT_COLUMNS.size())));
      }
    }
    return new FigureTable(
        "Warm selection by the default policy, microseconds, best round",
        DEFAULT_COLUMNS,
        List.of("ours p50", "peer p50"),
        rows);
  }

  private static FigureRow row(
      SelectionCase timed, Timed ours, Optional<Timed> peer, boolean hasPeer) {
    List<Goal> goals = new ArrayList<>(List.of(Goal.atMost("bytes a call", ours.bytes(), 0)));
    if (peer.isPresent()) {
      goals.add(Goal.atMost("the peer's", ours.p50(), peer.get().p50()));
      if (timed.temperature() == 0) {
        boolean isSame = peer.get().chosen().equals(ours.chosen());
        goals.add(Goal.atMost("choices other than the peer's", isSame ? 0 : 1, 0));
      }
    } else if (hasPeer) {
      goals.add(Goal.figuresOf("processes of the peer"));
    } else {
      goals.add(
          Goal.notJudged("the peer's", ours.p50(), Direction.AT_MOST, "the peer was not built"));
    }
    return new FigureRow(
        title(timed),
        List.of(
            OptionalDouble.of(ours.p50()),
            OptionalDouble.of(ours.p99()),
            OptionalDouble.of(ours.bytes()),
            optional(peer.map(Timed::p50)),
            optional(peer.map(Timed::p99)),
            optional(peer.map(theirs -> theirs.p50() / ours.p50())),
            timed.decay() == 0 && timed.temperature() == 0
                ? OptionalDouble.of(KNOWN.get(timed.workers()))
                : OptionalDouble.empty()),
        goals,
        peer.filter(theirs -> timed.temperature() == 0 && !theirs.chosen().equals(ours.chosen()))
            .map(theirs -> "ours chose " + ours.chosen() + ", the peer " + theirs.chosen())
            .orElse(""));
  }

  private static String title(SelectionCase timed) {
    return "%s, %,d workers, decay %.0f, temperature %.1f"
        .formatted(timed.kind().title(), timed.workers(), timed.decay(), timed.temperature());
  }

  private static OptionalDouble optional(Optional<Double> figure) {
    return figure.map(OptionalDouble::of).orElse(OptionalDouble.empty());
  }

  private static FigureTable reads(SelectionFigures found) {
    List<FigureRow> rows = new ArrayList<>();
    for (int workers : SelectionCase.SIZES) {
      added(rows, found, workers, Kind.NOT_READ, Kind.READ);
      added(rows, found, workers, Kind.NOT_READ_BESIDE_WRITER, Kind.READ_BESIDE_WRITER);
    }
    return new FigureTable(
        "Resident counts read by a scorer that adds them: p50 in microseconds, what a candidate costs"
            + " more within a process, in nanoseconds",
        READ_COLUMNS,
        List.of("without", "with"),
        rows);
  }

  private static void added(
      List<FigureRow> rows, SelectionFigures found, int workers, Kind without, Kind with) {
    var plainCase = new SelectionCase(without, workers, 0, 0);
    var readingCase = new SelectionCase(with, workers, 0, 0);
    Optional<Timed> plain = found.ours(plainCase);
    Optional<Timed> reading = found.ours(readingCase);
    List<Double> added =
        found.differences(plainCase, readingCase).stream()
            .map(micros -> micros * NANOS_PER_MICRO / workers)
            .toList();
    String title = "%,d workers, %s".formatted(workers, with.hasWriter() ? "rewritten" : "live");
    if (plain.isEmpty() || reading.isEmpty() || added.isEmpty()) {
      rows.add(FigureRow.missing(title, READ_COLUMNS.size()));
      return;
    }
    double nanos = Medians.of(added);
    double published = PUBLISHED.get(workers).added(with);
    Optional<Double> scaled = scale(found, workers).map(scale -> scale * published);
    String goal = "published ns a candidate, scaled";
    rows.add(
        new FigureRow(
            title,
            List.of(
                OptionalDouble.of(plain.get().p50()),
                OptionalDouble.of(reading.get().p50()),
                OptionalDouble.of(nanos),
                OptionalDouble.of(added.getFirst()),
                OptionalDouble.of(added.getLast()),
                OptionalDouble.of(published),
                optional(scaled),
                OptionalDouble.of(reading.get().bytes())),
            List.of(
                scaled
                    .map(bound -> Goal.atMost(goal, nanos, bound))
                    .orElse(
                        Goal.notJudged(goal, nanos, Direction.AT_MOST, "the peer gave no scale")),
                Goal.atMost("bytes a call", reading.get().bytes(), 0)),
            "%d processes%s"
                .formatted(added.size(), nanos <= published ? "; as published, unscaled" : "")));
  }

  /**
   * This machine over that of the publication: the crate's own selection here over the one there.
   */
  private static Optional<Double> scale(SelectionFigures found, int workers) {
    return found
        .peer(new SelectionCase(Kind.DEFAULT, workers, 0, 0))
        .map(peer -> peer.p50() / PUBLISHED.get(workers).without());
  }

  private static FigureTable writes(SelectionFigures found) {
    List<FigureRow> rows = new ArrayList<>();
    if (!found.writes().isEmpty()) {
      List<Double> untracked = found.writes().stream().map(pair -> pair[0]).toList();
      List<Double> tracked = found.writes().stream().map(pair -> pair[1]).toList();
      List<Double> cost = found.writes().stream().map(pair -> pair[1] - pair[0]).sorted().toList();
      rows.add(writeRow("untracked, an event", untracked));
      rows.add(writeRow("tracked, an event", tracked));
      rows.add(writeRow("tracked less untracked of the same round", cost));
    } else {
      rows.add(FigureRow.missing("stores and clears, an event", WRITE_COLUMNS.size()));
    }
    rows.add(registering(found.registerMillis()));
    return new FigureTable(
        "Resident counts written: stores then clears for 128 workers, nanoseconds, one process a case",
        WRITE_COLUMNS,
        List.of(),
        rows);
  }

  private static FigureRow registering(OptionalDouble millis) {
    String title = "first store of 10,000 ranks, counts kept: milliseconds";
    if (millis.isEmpty()) {
      return FigureRow.missing(title, WRITE_COLUMNS.size());
    }
    return new FigureRow(
        title,
        List.of(millis, millis, OptionalDouble.empty()),
        List.of(Goal.atMost("a second", millis.getAsDouble(), REGISTER_MILLIS)),
        "best of all processes");
  }

  private static FigureRow writeRow(String title, List<Double> figures) {
    return new FigureRow(
        title,
        List.of(
            OptionalDouble.of(Medians.of(figures)),
            OptionalDouble.of(
                figures.stream().mapToDouble(Double::doubleValue).min().orElseThrow()),
            OptionalDouble.of(
                figures.stream().mapToDouble(Double::doubleValue).max().orElseThrow())),
        List.of(),
        figures.size() + " processes");
  }
}
