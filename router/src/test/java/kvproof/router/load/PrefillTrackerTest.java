package kvproof.router.load;

import static kvproof.router.load.Seconds.lasting;
import static kvproof.router.load.Seconds.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PrefillTrackerTest {
  private final PrefillTracker tracker = new PrefillTracker();

  private OptionalLong remainingMillis(long seconds) {
    OptionalLong nanos = tracker.remainingNanos(s(seconds));
    return nanos.isPresent() ? OptionalLong.of(nanos.getAsLong() / 1_000_000) : nanos;
  }

  @Test
  void nothingIsNoTokensAndNoTime() {
    assertThat(tracker.activeTokens(s(1))).isZero();
    assertThat(tracker.remainingNanos(s(1))).hasValue(0);
  }

  @Tag("H01")
  @Tag("H02")
  @Test
  void timePastTheFirstEatsTheNextAtTheRateOfTheFirst() {
    tracker.add("a", 100, lasting(10), s(0));
    tracker.add("b", 60, lasting(6), s(2));

    assertThat(tracker.activeTokens(s(2))).isEqualTo(140);
    assertThat(tracker.activeTokens(s(5))).isEqualTo(110);
    assertThat(tracker.activeTokens(s(12))).isEqualTo(40);
    assertThat(tracker.activeTokens(s(17))).isZero();
    assertThat(remainingMillis(2)).hasValue(14000);
    assertThat(remainingMillis(12)).hasValue(4000);
    assertThat(remainingMillis(17)).hasValue(0);
  }

  @Tag("H03")
  @Test
  void workStopsBehindTheFirstIfAnyDurationIsUnknown() {
    tracker.add("a", 100, lasting(10), s(0));
    tracker.add("b", 60, OptionalLong.empty(), s(2));

    assertThat(tracker.activeTokens(s(12))).isEqualTo(60);
    assertThat(tracker.activeTokens(s(9))).isEqualTo(70);
    assertThat(tracker.remainingNanos(s(12))).isEmpty();
  }

  @Test
  void partOfATokenCountsInFull() {
    tracker.add("a", 10, lasting(3), s(0));
    assertThat(tracker.activeTokens(s(1))).isEqualTo(7);

    tracker.add("b", 60, OptionalLong.empty(), s(1));
    assertThat(tracker.activeTokens(s(1))).isEqualTo(67);
    assertThat(tracker.activeTokens(s(2))).isEqualTo(64);
  }

  @Test
  void firstOneOfUnknownDurationStaysWhole() {
    tracker.add("a", 100, OptionalLong.empty(), s(0));
    tracker.add("b", 60, lasting(1), s(0));

    assertThat(tracker.activeTokens(s(50))).isEqualTo(160);
  }

  @Tag("H04")
  @Test
  void firstOneWithoutDurationIsDoneAtOnce() {
    tracker.add("a", 100, lasting(0), s(0));
    tracker.add("b", 60, lasting(6), s(0));

    assertThat(tracker.activeTokens(s(0))).isEqualTo(60);
    assertThat(tracker.activeTokens(s(3))).isEqualTo(60);
    assertThat(remainingMillis(0)).hasValue(6000);
    assertThat(remainingMillis(3)).hasValue(3000);
    assertThat(remainingMillis(7)).hasValue(0);
  }

  @Tag("H05")
  @Test
  void removalBehindTheFirstMovesItsTimeByTheDurationRemoved() {
    tracker.add("a", 100, lasting(10), s(0));
    tracker.add("b", 40, lasting(4), s(0));
    assertThat(tracker.activeTokens(s(5))).isEqualTo(90);
    assertThat(remainingMillis(5)).hasValue(9000);

    tracker.remove("b", s(5));

    assertThat(tracker.activeTokens(s(5))).isEqualTo(90);
    assertThat(remainingMillis(5)).hasValue(9000);
    assertThat(tracker.snapshot().anchor().orElseThrow().sinceNanos()).isEqualTo(s(4));
  }

  @Tag("H06")
  @Test
  void timeOfTheFirstNeverMovesPastNow() {
    tracker.add("a", 100, lasting(10), s(0));
    tracker.add("b", 40, lasting(4), s(0));

    tracker.remove("b", s(2));

    assertThat(tracker.activeTokens(s(2))).isEqualTo(100);
    assertThat(tracker.activeTokens(s(3))).isEqualTo(90);
  }

  @Tag("H07")
  @Test
  void removalOfAnUnknownDurationMovesNoTime() {
    tracker.add("a", 100, lasting(10), s(0));
    tracker.add("b", 40, OptionalLong.empty(), s(0));

    tracker.remove("b", s(5));

    assertThat(tracker.activeTokens(s(5))).isEqualTo(50);
  }

  @Tag("H08")
  @Test
  void removalOfTheFirstStartsTheNextNow() {
    tracker.add("a", 100, lasting(10), s(0));
    tracker.add("b", 40, lasting(8), s(0));

    tracker.remove("a", s(3));

    assertThat(tracker.activeTokens(s(3))).isEqualTo(40);
    assertThat(tracker.activeTokens(s(5))).isEqualTo(30);
    assertThat(remainingMillis(5)).hasValue(6000);
  }

  @Tag("H09")
  @Test
  void secondRemovalIsNothing() {
    tracker.add("a", 100, lasting(10), s(0));
    tracker.add("b", 30, lasting(3), s(0));

    assertThat(tracker.remove("a", s(1))).isTrue();
    assertThat(tracker.remove("a", s(1))).isFalse();
    assertThat(tracker.bookedTokens()).isEqualTo(30);
    assertThat(tracker.remove("b", s(1))).isTrue();
    assertThat(tracker.remove("b", s(1))).isFalse();
    assertThat(tracker.bookedTokens()).isZero();
  }

  @Test
  void emptyAgainMeansTheNextStartsItsOwnTime() {
    tracker.add("a", 100, lasting(10), s(0));
    tracker.remove("a", s(5));

    tracker.add("b", 60, lasting(6), s(8));

    assertThat(tracker.activeTokens(s(9))).isEqualTo(50);
  }

  @Test
  void earlierTimeThanThatOfTheFirstIsAsItsTime() {
    tracker.add("a", 100, lasting(10), s(5));
    tracker.add("b", 60, lasting(6), s(5));

    tracker.remove("b", s(4));

    assertThat(tracker.activeTokens(s(4))).isEqualTo(100);
    assertThat(tracker.activeTokens(s(6))).isEqualTo(90);
  }

  @Test
  void productsBeyond64BitsAreExact() {
    long tokens = Long.MAX_VALUE / 3;
    tracker.add("a", tokens, OptionalLong.of(1L << 60), 0);

    assertThat(tracker.activeTokens(1L << 59)).isEqualTo(tokens - tokens / 2);
    assertThat(tracker.activeTokens((1L << 60) - 1)).isEqualTo(tokens / (1L << 60) + 1);
    assertThat(tracker.activeTokens(Long.MAX_VALUE)).isZero();
  }

  @Test
  void sumThatOverflowsIsFatalAndTakesNothing() {
    tracker.add("a", Long.MAX_VALUE, lasting(1), 0);

    assertThatThrownBy(() -> tracker.add("b", 1, lasting(1), 0))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("9223372036854775807 and 1 more");
    assertThat(tracker.remove("b", 0)).isFalse();
  }

  @Test
  void idWithWorkIsRefused() {
    tracker.add("a", 1, lasting(1), 0);

    assertThatThrownBy(() -> tracker.add("a", 2, lasting(1), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a'");
  }
}
