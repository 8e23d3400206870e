package kvproof.router.policy;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;

/**
 * What a picker chooses from: the ranks that no filter rejected, sorted by rank, with their costs.
 *
 * <p>Its methods throw {@link IndexOutOfBoundsException} if there is no such row.
 */
public interface ScoredRows {

  /** At least 1. */
  int size();

  WorkerWithDpRank worker(int row);

  /** The sum of what the scorers gave; 0 without scorers. Always finite. */
  double cost(int row);

  /** As {@link RowView#preferredTaintMultiplier()}, by what the picker declared. */
  OptionalDouble preferredTaintMultiplier(int row);

  /** As {@link RowView#occupancy()}, by what the picker declared. */
  OptionalLong occupancy(int row);

  /** Present iff the picker declared {@link InputSet#CACHE}. */
  Optional<Column<CacheView>> cache();

  /** Present iff the picker declared {@link InputSet#LOAD}. */
  Optional<Column<LoadView>> load();
}
