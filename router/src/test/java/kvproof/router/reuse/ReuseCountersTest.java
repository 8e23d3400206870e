package kvproof.router.reuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReuseCountersTest {
  private final ReuseCounters counters = new ReuseCounters(16, 2);

  @Test
  void idThatComesAgainCountsApart() {
    counters.sent("a", 5, 0);
    counters.sent("a", 5, 5);
    counters.sent("a", 5, 4);
    counters.sent("b", 3, 1);

    ReuseReport report = counters.report();

    assertThat(report.first()).isEqualTo(new ReuseSeries(2, 0, 8, 1));
    assertThat(report.again()).isEqualTo(new ReuseSeries(2, 0, 10, 9));
    assertThat(report.hitRate()).hasValue(0.125);
  }

  @Test
  void promptWithoutABlockIsCountedAndAsksForNothing() {
    counters.sent("a", 0, 0);
    counters.sent("b", 2, 0);
    counters.sent("b", 0, 0);

    assertThat(counters.report().subBlockQueries()).isEqualTo(2);
    assertThat(counters.report().first()).isEqualTo(new ReuseSeries(2, 1, 2, 0));
    assertThat(counters.report().again()).isEqualTo(new ReuseSeries(1, 1, 0, 0));
  }

  @Test
  void onlyTheLastIdsAreKnown() {
    counters.sent("a", 1, 0);
    counters.sent("b", 1, 0);
    counters.sent("a", 1, 1); // known, and the latest now
    counters.sent("c", 1, 0); // b goes
    counters.sent("a", 1, 1);
    counters.sent("b", 1, 1);

    assertThat(counters.report().again().requests()).isEqualTo(2);
    assertThat(counters.report().first()).isEqualTo(new ReuseSeries(4, 0, 4, 1));
  }

  @Test
  void withoutAQueryThereIsNoRate() {
    assertThat(counters.report().hitRate()).isEmpty();
    assertThat(counters.report().lines())
        .containsExactly(
            "reuse  requests=0 queries=0 hits=0 hit_rate=none sub_block_queries=0"
                + " again_requests=0 again_queries=0 again_hits=0");
  }

  @Test
  void reportSaysWhatIsTooShort() {
    counters.sent("a", 0, 0);
    counters.sent("b", 4, 1);

    assertThat(counters.report().lines())
        .containsExactly(
            "reuse  requests=2 queries=4 hits=1 hit_rate=25.0% sub_block_queries=1"
                + " again_requests=0 again_queries=0 again_hits=0",
            "reuse  1 prompts are shorter than a block: the shortest reusable prefix is 16 tokens");
  }

  @Test
  void moreHitsThanQueriesAreRefused() {
    assertThatThrownBy(() -> counters.sent("a", 2, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 hits of 2 blocks");
    assertThatThrownBy(() -> new ReuseCounters(0)).hasMessageContaining("blocks of 0 tokens");
  }
}
