package kvproof.router.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.index.IntervalList;
import kvproof.router.index.OwnerTable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The best two per start, by the worked examples: who is found from which frontier. */
class SourceSummaryExamplesTest {
  private static final WorkerWithDpRank A = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank B = new WorkerWithDpRank(2, 0);
  private static final WorkerWithDpRank C = new WorkerWithDpRank(3, 0);
  private static final WorkerWithDpRank TARGET = new WorkerWithDpRank(9, 0);
  private static final CacheOwner K1 = new CacheOwner("K1");
  private static final CacheOwner K2 = new CacheOwner("K2");

  private final OwnerTable owners = new OwnerTable();
  private final IntervalList intervals = new IntervalList();
  private final SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();

  /** The intervals A [0, 20), B [4, 8), C [6, 10). */
  @ParameterizedTest
  @CsvSource({
    "0, false, 1/0 20", "0, true, none",
    "3, false, 1/0 20", "3, true, none",
    "4, false, 1/0 20", "4, true, 2/0 8",
    "5, false, 1/0 20", "5, true, 2/0 8",
    "6, false, 1/0 20", "6, true, 3/0 10",
    "7, false, 1/0 20", "7, true, 3/0 10",
    "9, false, 1/0 20", "9, true, 3/0 10",
    "10, false, 1/0 20", "10, true, none",
    "19, false, 1/0 20", "20, false, none",
  })
  void earlyLongIntervalStaysInSightAndTheSecondStandsIn(
      int frontier, boolean excludesA, String expected) {
    holds(A, 0, 20);
    holds(B, 4, 8);
    holds(C, 6, 10);

    assertThat(found(frontier, excludesA ? A : TARGET)).isEqualTo(expected);
  }

  @Test
  void rankAndTheOwnerAttachedToItAreOneIdentity() {
    attached(K1, A);
    holds(A, 0, 20);
    holds(K1, 0, 19);
    holds(B, 0, 10);

    assertThat(found(0, A)).isEqualTo("2/0 10");
    assertThat(found(0, TARGET)).isEqualTo("1/0 20");
    assertThat(found(0, B)).isEqualTo("1/0 20");
  }

  @Test
  void ownersAttachedToOneRankAreOneIdentity() {
    attached(K1, TARGET);
    attached(K2, TARGET);
    holds(K1, 0, 12);
    holds(K2, 0, 11);
    holds(B, 0, 9);

    assertThat(found(2, TARGET)).isEqualTo("2/0 9");
    assertThat(found(2, B)).isEqualTo("K1 12");
  }

  @Test
  void laterAndLongerOfOneIdentityLeavesTheOtherIdentityInPlace() {
    attached(K1, TARGET);
    attached(K2, TARGET);
    holds(B, 0, 9);
    holds(K2, 1, 11);
    holds(K1, 2, 12);

    assertThat(found(2, TARGET)).isEqualTo("2/0 9");
    assertThat(found(2, B)).isEqualTo("K1 12");
    assertThat(found(1, B)).isEqualTo("K2 11");
    assertThat(found(0, B)).isEqualTo("none");
  }

  @Test
  void unattachedOwnerIsNobodysOwn() {
    hintSources.put(K1, new HintSource("tcp://k1:1", "decode", Optional.empty()));
    holds(K1, 0, 8);

    assertThat(found(0, TARGET)).isEqualTo("K1 8");
    assertThat(found(0, A)).isEqualTo("K1 8");
  }

  @Test
  void smallerSourceWinsATie() {
    hintSources.put(K1, new HintSource("tcp://k1:1", "decode", Optional.empty()));
    holds(K1, 0, 8);
    holds(C, 2, 8);
    holds(B, 4, 8);

    assertThat(found(1, TARGET)).isEqualTo("K1 8");
    assertThat(found(3, TARGET)).isEqualTo("3/0 8");
    assertThat(found(5, TARGET)).isEqualTo("2/0 8");
    assertThat(found(5, B)).isEqualTo("3/0 8");
  }

  private void attached(CacheOwner owner, WorkerWithDpRank rank) {
    hintSources.put(owner, new HintSource("tcp://" + owner + ":1", "decode", Optional.of(rank)));
  }

  private void holds(Owner owner, int start, int end) {
    intervals.add(owners.numberOf(owner), start, end);
  }

  private String found(int frontier, WorkerWithDpRank target) {
    int excluded = owners.numberOf(target);
    ResidencySnapshot residency = new ResidencySnapshot(new TreeMap<>(), hintSources);
    SourceDirectory directory =
        new SourceDirectory(owners, word -> 0, residency, WorkerSnapshot.unlisted());
    SourceSummary summary = new SourceSummary();
    summary.build(intervals, directory, directory.targetType(excluded), SourceDirectory.NONE);

    int found = summary.find(frontier, excluded, directory);

    return found < 0 ? "none" : owners.owner(summary.source(found)) + " " + summary.end(found);
  }
}
