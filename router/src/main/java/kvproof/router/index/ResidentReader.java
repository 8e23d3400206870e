package kvproof.router.index;

import java.util.Arrays;
import java.util.Objects;
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

  /**
   * Reads many candidates, each live, in one go.
   *
   * @param candidates numbers below that of {@link #begin}, the first {@code count} of them
   * @param rankOf the rank of each
   * @param ifAbsent stands for a rank without a counter
   * @param blocks takes device blocks in the order of {@code candidates}; has room for {@code
   *     count}, and keeps what it holds beyond
   */
  public void read(
      int[] candidates, int count, CandidateRanks rankOf, long ifAbsent, long[] blocks) {
    if (view == null) {
      Arrays.fill(blocks, 0, count, ifAbsent);
    } else {
      load(candidates, count, rankOf, ifAbsent, blocks);
    }
  }

  /* After a live read the compiler reads every field anew, so this loop has only local names. */
  @SuppressWarnings("ReferenceEquality") // another object of the same rank is only looked up
  private void load(
      int[] candidates, int count, CandidateRanks rankOf, long ifAbsent, long[] blocks) {
    @Nullable WorkerWithDpRank[] known = ranks;
    @Nullable PaddedLong[] found = counters;
    for (int row = 0; row < count; row++) {
      int candidate = candidates[row];
      WorkerWithDpRank rank = rankOf.rank(candidate);
      if (known[candidate] != rank) {
        locate(candidate, rank);
      }
      @Nullable PaddedLong counter = found[candidate];
      blocks[row] = counter == null ? ifAbsent : counter.getOpaque();
    }
  }

  private void locate(int candidate, WorkerWithDpRank rank) {
    ranks[candidate] = rank;
    counters[candidate] = Objects.requireNonNull(view).find(rank);
  }

  @SuppressWarnings("ReferenceEquality") // another object of the same rank is only looked up
  private @Nullable PaddedLong counter(int candidate, WorkerWithDpRank rank) {
    if (view == null) {
      return null;
    }
    if (ranks[candidate] != rank) {
      locate(candidate, rank);
    }
    return counters[candidate];
  }
}
