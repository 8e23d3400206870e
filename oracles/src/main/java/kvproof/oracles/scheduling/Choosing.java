package kvproof.oracles.scheduling;

import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.NonFiniteCost;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.scheduling.CostedRow.CostOrder;
import org.jspecify.annotations.Nullable;

/**
 * The choice of a rank for one request by the default policy, and the random numbers that the
 * choices before it have used up: selection 1.6 to 1.10.
 *
 * <p>Where rounding decides a tie, any member of the tie is right, with the draws that belong to
 * it. So a choice that nobody sees may leave it open how many numbers it used.
 */
final class Choosing {
  private final SchedulerSettings settings;
  private final Bookings bookings;
  private final RandomStream stream;
  private SortedSet<Long> positions = new TreeSet<>(List.of(0L)); // where the stream may stand

  Choosing(SchedulerSettings settings, Bookings bookings) {
    this.settings = settings;
    this.bookings = bookings;
    this.stream = new RandomStream(settings.seed());
  }

  /** Every rank with its cost; in the order of ranks. */
  List<CostedRow> rows(
      SelectionRequest request,
      PromptLookup lookup,
      List<WorkerWithDpRank> ranks,
      Fleet fleet,
      long now) {
    long least =
        ranks.stream()
            .mapToLong(rank -> bookings.activeTokens(rank, now))
            .reduce(Long.MAX_VALUE, Math::min);
    CostTerms terms = CostTerms.of(settings, request, least);
    BitSet shared = sharedPositions(request);
    List<Long> tracked = TrackedBlocks.of(request);
    SortedMap<WorkerWithDpRank, StoredSource> sources = lookup.sources(ranks);
    return sources.entrySet().stream()
        .map(
            entry -> {
              WorkerWithDpRank rank = entry.getKey();
              CostInputs inputs =
                  inputs(
                      request,
                      lookup.overlap(rank),
                      shared,
                      tracked,
                      rank,
                      entry.getValue().choice(),
                      fleet,
                      now);
              return new CostedRow(
                  rank, inputs, new CostFormula(terms, inputs).cost(), entry.getValue());
            })
        .toList();
  }

  /** What the costs of these rows have in common. */
  CostTerms terms(SelectionRequest request, List<CostedRow> rows) {
    long least =
        rows.stream()
            .mapToLong(row -> row.inputs().activeTokens())
            .reduce(Long.MAX_VALUE, Math::min);
    return CostTerms.of(settings, request, least);
  }

  private CostInputs inputs(
      SelectionRequest request,
      RankOverlap overlap,
      BitSet shared,
      List<Long> tracked,
      WorkerWithDpRank rank,
      SourceChoice choice,
      Fleet fleet,
      long now) {
    long additional = bookings.additionalBlocks(rank, tracked, TrackedBlocks.areShared(request));
    return new CostInputs(
        overlap,
        shared.stream().filter(position -> position >= overlap.device()).count(),
        bookings.activeTokens(rank, now),
        overlap.cachedTokens(settings.weights(), settings.blockSize()),
        bookings.activeBlocks(rank) + additional,
        bookings.activeRequests(rank),
        choice.end(),
        wishedTaints(request, rank, fleet));
  }

  private static BitSet sharedPositions(SelectionRequest request) {
    var positions = new BitSet();
    request.sharedHits().stream()
        .flatMap(List::stream)
        .forEach(hit -> positions.set(hit.start(), hit.end()));
    return positions;
  }

  private static Optional<SortedMap<String, Double>> wishedTaints(
      SelectionRequest request, WorkerWithDpRank rank, Fleet fleet) {
    SortedMap<String, Double> wished = new TreeMap<>(request.constraints().preferredTaints());
    if (wished.isEmpty() || request.constraints().pin().isPresent()) {
      return Optional.empty();
    }
    wished.keySet().retainAll(fleet.worker(rank).taints());
    return Optional.of(wished);
  }

  static Optional<SelectionError> costError(List<CostedRow> rows) {
    for (int row = 0; row < rows.size(); row++) {
      if (!rows.get(row).cost().isFinite()) {
        return Optional.of(new NonFiniteCost(0, row));
      }
    }
    return Optional.empty();
  }

  /** A choice that is made and then thrown away. */
  void pickUnseen(SelectionRequest request, List<CostedRow> rows) {
    SortedSet<Long> after = new TreeSet<>();
    positions.forEach(start -> picks(request, rows, start).forEach(pick -> after.add(pick.end())));
    positions = after;
  }

  /**
   * The chosen row, checked if there is a choice to check; else the row that would be right.
   *
   * @param chosen null: not to be had
   */
  CostedRow pick(
      SelectionRequest request,
      List<CostedRow> rows,
      @Nullable Chosen chosen,
      Transcript transcript) {
    List<Pick> allowed =
        positions.stream().flatMap(start -> picks(request, rows, start).stream()).toList();
    if (chosen == null) {
      positions = ends(allowed);
      return rows.get(allowed.getFirst().row());
    }
    List<Pick> drawn =
        allowed.stream().filter(pick -> pick.draws().equals(chosen.draws())).toList();
    List<Pick> agreed =
        drawn.stream().filter(pick -> rows.get(pick.row()).rank().equals(chosen.rank())).toList();
    if (agreed.isEmpty()) {
      report(request, rows, allowed, chosen, transcript);
    }
    positions = ends(agreed.isEmpty() ? allowed : agreed);
    return rows.stream()
        .filter(row -> row.rank().equals(chosen.rank()))
        .findFirst()
        .orElse(rows.get(allowed.getFirst().row()));
  }

  /** The draws are wrong, or they are right and the rank does not follow from them. */
  private void report(
      SelectionRequest request,
      List<CostedRow> rows,
      List<Pick> allowed,
      Chosen chosen,
      Transcript transcript) {
    Pick expected = allowed.getFirst();
    WorkerWithDpRank rank = rows.get(expected.row()).rank();
    boolean isLowest =
        rows.stream().anyMatch(row -> row.rank().equals(chosen.rank()) && isLowest(row, rows));
    boolean areDrawsRight = allowed.stream().anyMatch(pick -> pick.draws().equals(chosen.draws()));
    if (areDrawsRight || (!isLowest && temperature(request) == 0)) {
      transcript.differ("selection", request.id(), rank + " of " + costs(rows), chosen.rank());
    } else {
      transcript.differ(
          "draws",
          request.id(),
          rank + " with " + expected.draws(),
          chosen.rank() + " with " + chosen.draws());
    }
  }

  private static boolean isLowest(CostedRow row, List<CostedRow> rows) {
    return rows.stream().noneMatch(other -> row.compareTo(other) == CostOrder.GREATER);
  }

  private double temperature(SelectionRequest request) {
    return request.override().temperature().orElse(settings.temperature());
  }

  private static String costs(List<CostedRow> rows) {
    var text = new StringBuilder();
    rows.forEach(
        row ->
            text.append(text.isEmpty() ? "" : ", ")
                .append(row.rank())
                .append(" at ")
                .append(row.cost().value().doubleValue()));
    return text.toString();
  }

  private static SortedSet<Long> ends(List<Pick> picks) {
    SortedSet<Long> ends = new TreeSet<>();
    picks.forEach(pick -> ends.add(pick.end()));
    return ends;
  }

  private List<Pick> picks(SelectionRequest request, List<CostedRow> rows, long start) {
    if (request.constraints().pin().isPresent()) {
      return Pick.only(start);
    }
    return temperature(request) > 0
        ? Softmax.picks(rows, temperature(request), stream, start)
        : Pick.lowest(rows, stream, start);
  }
}
