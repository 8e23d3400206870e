package kvproof.oracles.scheduling;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/**
 * A choice with the costs that it was made by, and what would have been cheapest had something not
 * counted.
 */
public final class WeighedChoice {

  /** Something that a cost depends on. */
  public enum Part {
    FETCH_CREDIT,
    OVERLAP_DECAY,
    PREFERRED_TAINTS,
    SHARED_HITS,
    LOWER_TIERS,
    LOAD
  }

  private final SelectionRequest request;
  private final WorkerWithDpRank taken;
  private final CostTerms terms;
  private final List<CostedRow> rows;
  private final List<CostedRow> rowsOfArrival;
  private final boolean isRefreshed;

  /**
   * A choice among at least one row.
   *
   * @param rowsOfArrival the same ranks by the look-up of the arrival; the same rows if the request
   *     was not looked up again
   */
  WeighedChoice(
      SelectionRequest request,
      WorkerWithDpRank taken,
      CostTerms terms,
      List<CostedRow> rows,
      List<CostedRow> rowsOfArrival,
      boolean isRefreshed) {
    this.request = request;
    this.taken = taken;
    this.terms = terms;
    this.rows = rows;
    this.rowsOfArrival = rowsOfArrival;
    this.isRefreshed = isRefreshed;
  }

  public SelectionRequest request() {
    return request;
  }

  public WorkerWithDpRank taken() {
    return taken;
  }

  /** Every rank that was weighed. */
  public List<WorkerWithDpRank> compared() {
    return rows.stream().map(CostedRow::rank).toList();
  }

  /** Whether it had waited so long that it was looked up again. */
  public boolean isRefreshed() {
    return isRefreshed;
  }

  /** The source of the rank that was taken. */
  public SourceChoice source() {
    return source(rows);
  }

  /** The source that the rank taken would have had by the look-up of the arrival. */
  public SourceChoice sourceOfArrival() {
    return source(rowsOfArrival);
  }

  private SourceChoice source(List<CostedRow> some) {
    Optional<CostedRow> row = some.stream().filter(each -> each.rank().equals(taken)).findFirst();
    return row.orElseThrow().source().choice();
  }

  /** The ranks of the lowest cost, by exact arithmetic. */
  public SortedSet<WorkerWithDpRank> cheapest() {
    return cheapest(rows, terms, Optional.empty());
  }

  /** The same by the look-up of the arrival. */
  public SortedSet<WorkerWithDpRank> cheapestOfArrival() {
    return cheapest(rowsOfArrival, terms, Optional.empty());
  }

  /** The same had that part not counted. */
  public SortedSet<WorkerWithDpRank> cheapestWithout(Part part) {
    return cheapest(rows, terms, Optional.of(part));
  }

  private static SortedSet<WorkerWithDpRank> cheapest(
      List<CostedRow> rows, CostTerms terms, Optional<Part> without) {
    SortedSet<WorkerWithDpRank> cheapest = new TreeSet<>();
    BigDecimal lowest = BigDecimal.ZERO;
    for (CostedRow row : rows) {
      CostInputs inputs = without.map(part -> without(part, row.inputs())).orElse(row.inputs());
      BigDecimal cost = new CostFormula(without(without, terms), inputs).cost().value();
      int order = cheapest.isEmpty() ? -1 : cost.compareTo(lowest);
      if (order < 0) {
        cheapest.clear();
        lowest = cost;
      }
      if (order <= 0) {
        cheapest.add(row.rank());
      }
    }
    return cheapest;
  }

  private static CostTerms without(Optional<Part> part, CostTerms terms) {
    return part.filter(Part.OVERLAP_DECAY::equals).isPresent() ? terms.withoutDecay() : terms;
  }

  private static CostInputs without(Part part, CostInputs inputs) {
    RankOverlap overlap = inputs.overlap();
    return new CostInputs(
        part == Part.LOWER_TIERS ? new RankOverlap(overlap.device(), 0, 0) : overlap,
        part == Part.SHARED_HITS ? 0 : inputs.sharedBeyond(),
        part == Part.LOAD ? 0 : inputs.activeTokens(),
        inputs.cachedTokens(),
        part == Part.LOAD ? 0 : inputs.decodeBlocks(),
        part == Part.LOAD ? 0 : inputs.activeRequests(),
        part == Part.FETCH_CREDIT ? overlap.frontier() : withEnd(part, inputs),
        part == Part.PREFERRED_TAINTS ? Optional.empty() : inputs.taints());
  }

  /** Without lower tiers the frontier is nearer, but as many blocks are fetched. */
  private static int withEnd(Part part, CostInputs inputs) {
    return part == Part.LOWER_TIERS
        ? inputs.creditedEnd() - inputs.overlap().host()
        : inputs.creditedEnd();
  }
}
