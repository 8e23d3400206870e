package kvproof.router.index;

import java.util.Arrays;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Reads the counters of numbered candidates, selection after selection, and allocates nothing once
 * warm unless an {@link OptionalLong} is asked for.
 *
 * <p>Each read is live. For one thread at a time.
 */
public final class ResidentReader {
  /*
   * Candidates are mostly the ranks that they were in the selection before, and the map is the same
   * until a rank appears or goes. So where a candidate's counter was found is remembered, and holds
   * while the map is the same object and the candidate the same rank; else it is looked up.
   */
  private @Nullable ResidentCountsView view;
  private @Nullable WorkerWithDpRank[] ranks = new WorkerWithDpRank[0];
  private @Nullable PaddedLong[] counters = new PaddedLong[0];

  /**
   * Begins a selection.
   *
   * @param newView the counters of the whole selection; null: none can be read
   * @param candidates numbers from 0 up to this may be read
   */
  @SuppressWarnings("ReferenceEquality") // an equal map may have other counters
  public void begin(@Nullable ResidentCountsView newView, int candidates) {
    if (newView != view) {
      view = newView;
      Arrays.fill(ranks, null);
      Arrays.fill(counters, null);
    }
    if (newView != null && ranks.length < candidates) {
      int room = Math.max(candidates, 2 * ranks.length);
      ranks = Arrays.copyOf(ranks, room);
      counters = Arrays.copyOf(counters, room);
    }
  }

  /** Device blocks of the candidate, which is this rank; empty if it has no counter. */
  public OptionalLong blocks(int candidate, WorkerWithDpRank rank) {
    @Nullable PaddedLong counter = counter(candidate, rank);
    return counter == null ? OptionalLong.empty() : OptionalLong.of(counter.getOpaque());
  }

  /** As {@link #blocks}, {@code ifAbsent} where that is empty. */
  public long blocksOr(int candidate, WorkerWithDpRank rank, long ifAbsent) {
    @Nullable PaddedLong counter = counter(candidate, rank);
    return counter == null ? ifAbsent : counter.getOpaque();
  }

  @SuppressWarnings("ReferenceEquality") // another object of the same rank is only looked up
  private @Nullable PaddedLong counter(int candidate, WorkerWithDpRank rank) {
    if (view == null) {
      return null;
    }
    if (ranks[candidate] != rank) {
      ranks[candidate] = rank;
      counters[candidate] = view.find(rank);
    }
    return counters[candidate];
  }
}
