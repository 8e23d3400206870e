package kvproof.router.policy;

import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.policy.resident.ResidentBatch;
import kvproof.router.policy.resident.ResidentRows;

/** The surviving rows with their total costs, as the picker may see them. */
final class PickerRows implements ScoredRows, ResidentRows, ResidentBatch {
  private final Candidates candidates;
  private final RowCursor cursor;
  private final Optional<Column<CacheView>> cache;
  private final Optional<Column<LoadView>> load;
  private double[] costs = new double[0];

  PickerRows(Candidates candidates, RowCursor cursor) {
    this.candidates = candidates;
    this.cursor = cursor;
    CacheCursor cacheCursor = new CacheCursor(candidates);
    LoadCursor loadCursor = new LoadCursor(candidates);
    this.cache = Optional.of(new CacheColumn(candidates, cacheCursor));
    this.load = Optional.of(new LoadColumn(candidates, loadCursor));
  }

  private record CacheColumn(Candidates candidates, CacheCursor cursor)
      implements Column<CacheView> {
    @Override
    public int size() {
      return candidates.survivorCount();
    }

    @Override
    public CacheView row(int row) {
      cursor.moveTo(candidates.survivor(row));
      return cursor;
    }
  }

  private record LoadColumn(Candidates candidates, LoadCursor cursor) implements Column<LoadView> {
    @Override
    public int size() {
      return candidates.survivorCount();
    }

    @Override
    public LoadView row(int row) {
      cursor.moveTo(candidates.survivor(row));
      return cursor;
    }
  }

  /** All costs are 0. */
  void resetCosts() {
    int count = candidates.survivorCount();
    if (costs.length < count) {
      costs = new double[Math.max(count, 2 * costs.length)];
    }
    Arrays.fill(costs, 0, count, 0.0);
  }

  /** The new total. */
  double add(int row, double cost) {
    costs[row] += cost;
    return costs[row];
  }

  @Override
  public int size() {
    return candidates.survivorCount();
  }

  @Override
  public WorkerWithDpRank worker(int row) {
    return candidates.inputs().rank(candidates.survivor(row));
  }

  @Override
  public double cost(int row) {
    return costs[Objects.checkIndex(row, size())];
  }

  @Override
  public OptionalDouble preferredTaintMultiplier(int row) {
    return at(row).preferredTaintMultiplier();
  }

  @Override
  public OptionalLong occupancy(int row) {
    return at(row).occupancy();
  }

  @Override
  public OptionalLong residentBlocks(int row) {
    return at(row).residentBlocks();
  }

  @Override
  public long residentBlocksOr(int row, long ifAbsent) {
    return at(row).residentBlocksOr(ifAbsent);
  }

  @Override
  public void readResidentBlocks(long ifAbsent, long[] blocks) {
    cursor.readResidentBlocks(ifAbsent, blocks);
  }

  private RowCursor at(int row) {
    return cursor.moveTo(candidates.survivor(row));
  }

  @Override
  public Optional<Column<CacheView>> cache() {
    return cursor.shows(InputSet.CACHE) ? cache : Optional.empty();
  }

  @Override
  public Optional<Column<LoadView>> load() {
    return cursor.shows(InputSet.LOAD) ? load : Optional.empty();
  }
}
