package kvproof.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;

/** {@code index.md} 9.3 and 9.5, and answers that must be refused. */
class ResidentCountOracleTest {
  private final ResidentCountOracle counts = new ResidentCountOracle();

  @Test
  void countsAreThoseOfTheWorkedTable() {
    counts.track();

    after("store 1/0 device root 1:101 2:102 3:103", "1/0", 3);
    after("store 1/0 device root 1:101 2:102 3:103", "1/0", 3);
    after("remove 1/0 device 103", "1/0", 2);
    after("remove 1/0 device 101", "1/0", 1); // 102 still counts
    after("clear 1/0", "1/0", 0);
    after("store 1/0 device 777 1:1", "1/0", 1); // detached
    after("store 1/0 device 1 2:1", "1/0", 1); // malformed
    after("remove 1/0 device 1", "1/0", 0);
    absentAfter("remove-rank 1/0", "1/0");
    absentAfter("remove 1/0 device 101", "1/0");
    absentAfter("clear 1/0", "1/0");
    absentAfter("clear 1/0", "9/0");
    after("store 2/0 device 777 1:1 2:2", "2/0", 2);
    absentAfter("store 3/0 device 777 1:1 2:1", "3/0"); // malformed
    after("store 4/0 device root", "4/0", 0);
  }

  @Test
  void rankAppearsAgainWithItsNextStore() {
    counts.track();

    after("store 1/0 device root 1:101 2:102", "1/0", 2);
    after("store 1/1 device root 1:101", "1/1", 1);
    absentAfter("remove-worker 1", "1/0");
    absentAfter("remove 1/1 device 101", "1/1");
    after("store 1/0 device root 3:103", "1/0", 1);
  }

  @Test
  void lowerTiersAndCacheOwnersDoNotCount() {
    counts.track();

    absentAfter("store 1/0 host_pinned root 1:101", "1/0");
    absentAfter("store K1 disk root 1:101", "1/0");
    after("store 1/0 device root 1:101", "1/0", 1);
    after("remove 1/0 host_pinned 101", "1/0", 1);
    after("clear K1", "1/0", 1);
    after("clear 1/1", "1/0", 1);
    after("clear 1/0 K1", "1/0", 0);
  }

  @Test
  void hashThatMovesOrReplacesAnotherCountsOnce() {
    counts.track();

    after("store 1/0 device root 1:101 2:102 3:103 4:104", "1/0", 4);
    after("store 1/0 device 101 2:202", "1/0", 4); // a re-hash
    after("store 1/0 device 202 3:103", "1/0", 4); // a move
    after("store 1/0 device root 1:104", "1/0", 3); // both
  }

  @Test
  void nothingIsToldUntilCountsAreTrackedAndThenAllOfIt() {
    absentAfter("store 1/0 device root 1:101 2:102", "1/0");
    absentAfter("store 2/0 device root 1:101", "2/0");
    absentAfter("clear 2/0", "2/0");

    counts.track();

    assertThat(blocks("1/0")).hasValue(2);
    assertThat(blocks("2/0")).hasValue(0);
    assertThat(blocks("3/0")).isEmpty();
  }

  @Test
  void withdrawnRankIsAbsentForGood() {
    counts.track();
    after("store 1/0 device root 1:101", "1/0", 1);
    after("store 2/0 device root 1:101", "2/0", 1);

    counts.withdraw(WorkerWithDpRank.parse("1/0"));

    assertThat(blocks("1/0")).isEmpty();
    assertThat(blocks("2/0")).hasValue(1);
    absentAfter("store 1/0 device root 2:102", "1/0");
  }

  private void after(String event, String rank, long expected) {
    apply(event);
    assertThat(blocks(rank)).as(event).hasValue(expected);
  }

  private void absentAfter(String event, String rank) {
    apply(event);
    assertThat(blocks(rank)).as(event).isEmpty();
  }

  private void apply(String event) {
    var parsed = CaseText.parse("kvproof-case 1\nprofile example\nseed 0\n" + event);
    parsed.steps().forEach(step -> counts.apply((KvCacheEvent) step));
  }

  private OptionalLong blocks(String rank) {
    return counts.blocks(WorkerWithDpRank.parse(rank));
  }
}
