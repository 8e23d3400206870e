package kvproof.router.overlap;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * What every rank holds of a prompt, in blocks: the form of an answer that chooses nobody.
 *
 * @param rows by rank
 * @param sharedTotal blocks that the shared cache holds; absent: it was not asked
 */
public record OverlapScores(List<Row> rows, OptionalInt sharedTotal) {

  /**
   * One rank.
   *
   * @param hostPinnedBlocks device blocks included
   * @param diskBlocks the blocks of all tiers
   * @param sharedBeyondDeviceBlocks what the shared cache holds behind the device blocks; absent:
   *     it was not asked
   */
  public record Row(
      WorkerWithDpRank rank,
      long deviceBlocks,
      long hostPinnedBlocks,
      long diskBlocks,
      OptionalInt sharedBeyondDeviceBlocks) {}

  public OverlapScores {
    rows = List.copyOf(rows);
  }

  /**
   * One row for every rank that is expected or has hits.
   *
   * @param expected ranks that are shown even if they hold nothing
   * @param shared null: the shared cache was not asked
   */
  public static OverlapScores of(
      Collection<WorkerWithDpRank> expected,
      Map<WorkerWithDpRank, TierOverlap> hits,
      @Nullable SharedCacheHits shared) {
    Map<WorkerWithDpRank, TierOverlap> ranks = new TreeMap<>();
    expected.forEach(rank -> ranks.put(rank, TierOverlap.none()));
    ranks.putAll(hits);
    List<Row> rows = new ArrayList<>();
    ranks.forEach((rank, overlap) -> rows.add(row(rank, overlap, shared)));
    return new OverlapScores(
        rows, shared == null ? OptionalInt.empty() : OptionalInt.of(shared.total()));
  }

  private static Row row(
      WorkerWithDpRank rank, TierOverlap overlap, @Nullable SharedCacheHits shared) {
    return new Row(
        rank,
        overlap.device(),
        overlap.throughHost(),
        overlap.throughDisk(),
        shared == null ? OptionalInt.empty() : OptionalInt.of(shared.beyond(overlap.device())));
  }
}
