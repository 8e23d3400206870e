package kvproof.router.overlap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import kvproof.model.BlockInterval;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.overlap.OverlapScores.Row;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Overlap in the two forms in which responses show it. */
class OverlapResponsesTest {
  private static final int BLOCK_SIZE = 16;

  private final Map<WorkerWithDpRank, TierOverlap> hits = new TreeMap<>();

  private static WorkerWithDpRank rank(long workerId, int dpRank) {
    return new WorkerWithDpRank(workerId, dpRank);
  }

  @Test
  @Tag("D03")
  void scoresHaveARowForAnIdleRankToo() {
    hits.put(rank(7, 0), new TierOverlap(2, 1, 2));
    SharedCacheHits shared = SharedCacheHits.of(List.of(new BlockInterval(0, 4)));

    OverlapScores scores = OverlapScores.of(List.of(rank(7, 0), rank(3, 0)), hits, shared);

    assertThat(scores.rows())
        .containsExactly(
            new Row(rank(3, 0), 0, 0, 0, OptionalInt.of(4)),
            new Row(rank(7, 0), 2, 3, 5, OptionalInt.of(2)));
    assertThat(scores.sharedTotal()).hasValue(4);
  }

  @Test
  void rankThatIsNotExpectedShowsItsHits() {
    hits.put(rank(-1, 0), new TierOverlap(1, 0, 0));

    OverlapScores scores = OverlapScores.of(List.of(rank(7, 0)), hits, null);

    assertThat(scores.rows()).extracting(Row::rank).containsExactly(rank(7, 0), rank(-1, 0));
  }

  /** Not asked and empty are two things. */
  @Test
  void sharedFieldsAreAbsentIfTheSharedCacheWasNotAsked() {
    OverlapScores unasked = OverlapScores.of(List.of(rank(7, 0)), hits, null);
    OverlapScores empty =
        OverlapScores.of(List.of(rank(7, 0)), hits, SharedCacheHits.of(List.of()));

    assertThat(unasked.sharedTotal()).isEmpty();
    assertThat(unasked.rows().getFirst().sharedBeyondDeviceBlocks()).isEmpty();
    assertThat(empty.sharedTotal()).hasValue(0);
    assertThat(empty.rows().getFirst().sharedBeyondDeviceBlocks()).hasValue(0);
  }

  @Test
  @Tag("D04")
  void hugeCountsSaturate() {
    hits.put(rank(7, 2), new TierOverlap(TierOverlap.MOST_BLOCKS, 1, 5));

    OverlapScores scores = OverlapScores.of(List.of(rank(7, 2), rank(7, 3)), hits, null);
    OverlapSummary summary =
        OverlapSummary.ofWorker(SchedulableWorker.of(7, 2, 2), hits, BLOCK_SIZE);

    assertThat(scores.rows().getFirst())
        .isEqualTo(
            new Row(
                rank(7, 2), 4_294_967_295L, 4_294_967_295L, 4_294_967_295L, OptionalInt.empty()));
    assertThat(scores.rows().getLast())
        .isEqualTo(new Row(rank(7, 3), 0, 0, 0, OptionalInt.empty()));
    assertThat(summary.longestMatched()).isEqualTo(4_294_967_295L * BLOCK_SIZE);
    assertThat(summary.byRank()).containsEntry(3, 0L);
  }

  @Test
  @Tag("D05")
  void workerShowsTheBestOfItsRanks() {
    hits.put(rank(7, 0), new TierOverlap(2, 1, 2));
    hits.put(rank(7, 1), new TierOverlap(1, 0, 1));
    hits.put(rank(8, 0), new TierOverlap(9, 9, 9));

    OverlapSummary summary =
        OverlapSummary.ofWorker(SchedulableWorker.of(7, 0, 2), hits, BLOCK_SIZE);

    assertThat(summary).isEqualTo(new OverlapSummary(80, 32, 48, 80, byRank(0, 32, 1, 16)));
  }

  /** The maxima may come from different ranks. */
  @Test
  void everyTierHasItsOwnBestRank() {
    hits.put(rank(7, 0), new TierOverlap(3, 0, 0));
    hits.put(rank(7, 1), new TierOverlap(0, 4, 0));
    hits.put(rank(7, 2), new TierOverlap(0, 0, 5));

    OverlapSummary summary =
        OverlapSummary.ofWorker(SchedulableWorker.of(7, 0, 3), hits, BLOCK_SIZE);

    assertThat(summary).isEqualTo(new OverlapSummary(80, 48, 64, 80, byRank(0, 48, 1, 0, 2, 0)));
  }

  @Test
  @Tag("D06")
  void declaredRankWithoutHitsShowsZero() {
    OverlapSummary summary =
        OverlapSummary.ofWorker(SchedulableWorker.of(7, 3, 1), hits, BLOCK_SIZE);

    assertThat(summary).isEqualTo(new OverlapSummary(0, 0, 0, 0, byRank(3, 0)));
  }

  @Test
  void workerWithoutRanksShowsTheSelectedOne() {
    hits.put(rank(7, 5), new TierOverlap(1, 0, 0));
    hits.put(rank(7, 6), new TierOverlap(8, 0, 0));

    assertThat(OverlapSummary.ofRank(rank(7, 5), hits, BLOCK_SIZE))
        .isEqualTo(new OverlapSummary(16, 16, 16, 16, byRank(5, 16)));
  }

  @Test
  void countsAreUnsigned32BitNumbers() {
    assertThatThrownBy(() -> new TierOverlap(0, -1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("-1 host-pinned blocks (0 to 4294967295)");
    assertThatThrownBy(() -> new TierOverlap(1L << 32, 0, 0))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static TreeMap<Integer, Long> byRank(int... ranksAndTokens) {
    TreeMap<Integer, Long> byRank = new TreeMap<>(Integer::compareUnsigned);
    for (int i = 0; i < ranksAndTokens.length; i += 2) {
      byRank.put(ranksAndTokens[i], (long) ranksAndTokens[i + 1]);
    }
    return byRank;
  }
}
