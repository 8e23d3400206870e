package kvproof.router.policy;

import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import kvproof.model.BlockInterval;
import kvproof.model.CostWeights;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerHealth;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.ResidentCountsView;
import kvproof.router.membership.Eligibility;
import kvproof.router.membership.WorkerTable;
import kvproof.router.overlap.OverlapAccounting;
import kvproof.router.overlap.SharedCacheHits;
import org.jspecify.annotations.Nullable;

/**
 * A host that knows its ranks by heart, in the order they were given, and writes down what it is
 * asked of them.
 */
final class Host implements SelectionInputs {
  static final int BLOCK = 16;

  private final List<Rank> ranks = new ArrayList<>();
  private final List<WorkerWithDpRank> held = new ArrayList<>();
  private final OverlapAccounting accounting;
  private @Nullable SharedCacheHits sharedHits;
  private Supplier<@Nullable ResidentCountsView> counts = () -> null;

  /** How often each thing was asked, such as {@code taints 1/0}. */
  final SortedMap<String, Integer> asked = new TreeMap<>();

  Host(CostWeights weights, Rank... ranks) {
    this.accounting = new OverlapAccounting(weights.hostHit(), weights.diskHit(), BLOCK);
    this.ranks.addAll(Arrays.asList(ranks));
    this.ranks.stream().filter(Host::holdsSomething).map(Rank::rank).forEach(held::add);
  }

  static Host of(Rank... ranks) {
    return new Host(CostWeights.defaults(), ranks);
  }

  private static boolean holdsSomething(Rank rank) {
    return rank.device() + rank.host() + rank.disk() > 0;
  }

  Host sharing(BlockInterval... hits) {
    sharedHits = SharedCacheHits.of(List.of(hits));
    return this;
  }

  Host counting(Supplier<@Nullable ResidentCountsView> newCounts) {
    counts = newCounts;
    return this;
  }

  /**
   * Leaves the ranks that a selection goes through, in the order of the table of these workers;
   * what is held is judged over all of them.
   */
  Host narrow(
      RequestConstraints constraints,
      boolean isExclusive,
      WorkerHealth health,
      SchedulableWorker... workers) {
    WorkerTable table = WorkerTable.of(Arrays.asList(workers));
    int[] rows = new int[table.size()];
    int count = Eligibility.candidateRows(constraints, isExclusive, table, health, rows);
    SortedMap<WorkerWithDpRank, Rank> known = new TreeMap<>();
    ranks.forEach(rank -> known.put(rank.rank(), rank));
    ranks.clear();
    Arrays.stream(rows, 0, count).mapToObj(table::rank).map(known::get).forEach(ranks::add);
    return this;
  }

  private Rank asked(String what, int candidate) {
    Rank rank = ranks.get(candidate);
    asked.merge(what + " " + rank.rank(), 1, Integer::sum);
    return rank;
  }

  /** What was asked of a rank, such as {@code device}. */
  Set<String> askedOf(long worker) {
    return asked.keySet().stream()
        .filter(question -> question.endsWith(" " + worker + "/0"))
        .map(question -> question.substring(0, question.indexOf(' ')))
        .collect(toCollection(TreeSet::new));
  }

  @Override
  public int candidateCount() {
    return ranks.size();
  }

  @Override
  public WorkerWithDpRank rank(int candidate) {
    return ranks.get(candidate).rank();
  }

  @Override
  public int deviceBlocks(int candidate) {
    return asked("device", candidate).device();
  }

  @Override
  public int hostBlocks(int candidate) {
    return asked("host", candidate).host();
  }

  @Override
  public int diskBlocks(int candidate) {
    return asked("disk", candidate).disk();
  }

  @Override
  public double effectiveOverlap(int candidate) {
    Rank rank = asked("effective", candidate);
    return rank.effective()
        .orElse(accounting.effective(rank.device(), rank.host(), rank.disk(), 0));
  }

  @Override
  public long cachedTokens(int candidate) {
    Rank rank = asked("cached", candidate);
    return rank.cached()
        .orElseGet(
            () ->
                accounting.cachedTokens(
                    rank.effective()
                        .orElse(accounting.effective(rank.device(), rank.host(), rank.disk(), 0))));
  }

  @Override
  public boolean hasTierMatches() {
    return !held.isEmpty();
  }

  @Override
  public @Nullable SharedCacheHits sharedHits() {
    return sharedHits;
  }

  @Override
  public boolean hasFetchCandidates() {
    return ranks.stream().map(Rank::sourceEnd).anyMatch(OptionalInt::isPresent);
  }

  @Override
  public int frontier(int candidate) {
    return asked("frontier", candidate).frontier();
  }

  @Override
  public int creditedEnd(int candidate) {
    Rank rank = asked("end", candidate);
    return rank.sourceEnd().orElse(rank.frontier());
  }

  @Override
  public boolean loadAvailable(int candidate) {
    return ranks.get(candidate).hasLoad();
  }

  @Override
  public long activePrefillTokens(int candidate) {
    return asked("prefill", candidate).prefill();
  }

  @Override
  public long activeDecodeBlocks(int candidate) {
    return asked("decode", candidate).decode();
  }

  @Override
  public long additionalBlocks(int candidate) {
    return asked("additional", candidate).additional();
  }

  @Override
  public long activeRequests(int candidate) {
    return asked("requests", candidate).requests();
  }

  @Override
  public Set<String> taints(int candidate) {
    return asked("taints", candidate).taints();
  }

  @Override
  public @Nullable ResidentCountsView residentCounts() {
    asked.merge("counts", 1, Integer::sum);
    return counts.get();
  }
}
