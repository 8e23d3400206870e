package kvproof.oracles.scheduling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The worked examples of selection 6.2 to 6.4. */
class LoadTest {
  private static final long SECOND = 1_000_000_000L;

  @Nested
  class Prefill {
    private final PrefillLoad load = new PrefillLoad();

    @Test
    void theOldestDecaysAndWhatIsOverEatsTheNext() {
      add("a", 100, 10, 0);
      add("b", 60, 6, 2);

      assertTokens(2, 140);
      assertTokens(5, 110);
      assertTokens(12, 40);
      assertTokens(100, 0);
    }

    @Test
    void oneWithoutADurationStopsTheSpillOver() {
      add("a", 100, 10, 0);
      load.add("b", 60, OptionalLong.empty(), 0);

      assertTokens(12, 60);
      assertTokens(5, 110);
    }

    @Test
    void unmodelledRoundsUpAndModelledDoneRoundsDown() {
      add("a", 10, 3, 0);
      assertTokens(1, 7); // floor(3.33) are done

      load.add("b", 5, OptionalLong.empty(), 1);
      assertTokens(1, 12); // ceil(6.67) + 5 are left
    }

    @Test
    void noDurationIsDoneAtOnce() {
      add("a", 100, 0, 0);
      add("b", 60, 6, 0);

      assertTokens(0, 60);
      assertTokens(3, 60);
    }

    @Test
    void aNextOneTakenAwayMovesTheAnchor() {
      add("a", 100, 10, 0);
      add("b", 40, 4, 0);
      assertTokens(5, 90);

      load.remove("b", 5 * SECOND);
      assertTokens(5, 90);
    }

    @Test
    void theAnchorNeverMovesPastNow() {
      add("a", 100, 10, 0);
      add("b", 40, 4, 0);

      load.remove("b", 2 * SECOND);
      assertTokens(2, 100);
      assertTokens(3, 90);
    }

    @Test
    void theFrontTakenAwayStartsTheNext() {
      add("a", 100, 10, 0);
      add("b", 40, 8, 0);

      assertThat(load.remove("a", 3 * SECOND)).isTrue();
      assertThat(load.remove("a", 3 * SECOND)).isFalse();
      assertTokens(3, 40);
      assertTokens(5, 30);
    }

    @Test
    void unmodelledNotInFrontLeavesTheAnchor() {
      add("a", 100, 10, 0);
      load.add("b", 40, OptionalLong.empty(), 0);

      load.remove("b", 5 * SECOND);
      assertTokens(5, 50);
    }

    private void add(String id, long tokens, long seconds, long at) {
      load.add(id, tokens, OptionalLong.of(seconds * SECOND), at * SECOND);
    }

    private void assertTokens(long second, long tokens) {
      assertThat(load.activeTokens(second * SECOND)).isEqualTo(tokens);
    }
  }

  @Nested
  class Blocks {
    private final HeldPaths held = new HeldPaths();

    @Test
    void sharedPrefixesCountOnce() {
      add("a", 1, 2, 3);
      assertThat(held.active()).isEqualTo(3);
      add("b", 5);
      assertThat(held.active()).isEqualTo(4);
      add("c", 1, 2, 3, 4);
      assertThat(held.active()).isEqualTo(5);

      held.remove("b");
      assertThat(held.active()).isEqualTo(4);
      held.remove("c");
      assertThat(held.active()).isEqualTo(3);
      held.remove("a");
      assertThat(held.active()).isZero();
    }

    @Test
    void fractionsReachTheTailThatIsOwnedAlone() {
      add("l", 1, 2, 3);
      add("m", 1, 2, 4);
      held.addOutput("l", 1, 1);
      assertThat(held.active()).isEqualTo(5);
      held.addOutput("l", 1, 0.5);
      assertThat(held.active()).isEqualTo(5); // 3.5 + 1
      held.addOutput("l", 1, 0.25);
      assertThat(held.active()).isEqualTo(4); // 3.25 + 0.75

      held.remove("l");
      assertThat(held.active()).isEqualTo(3);
    }

    @Test
    void halfOfThreeAndHalfOfThreeAreThree() {
      add("a", 1, 2, 3);
      held.addOutput("a", 3, 0.5);

      assertThat(held.active()).isEqualTo(3);
    }

    @Test
    void aHalfRoundsUp() {
      add("a", 1, 2);
      held.addOutput("a", 1, 0.5);

      assertThat(held.active()).isEqualTo(2); // 1.5
    }

    @Test
    void sticksWhenTheTailIsSharedLater() {
      add("a", 1, 2, 3, 4);
      held.addOutput("a", 2, 0.5);
      assertThat(held.active()).isEqualTo(3); // 2 + 1

      add("b", 1, 2, 3, 4);
      assertThat(held.active()).isEqualTo(3);
      held.remove("a");
      assertThat(held.active()).isEqualTo(2);
    }

    @Test
    void noOutputChangesNothing() {
      add("a", 1, 2);
      held.addOutput("a", 0, 0.5);
      held.addOutput("unknown", 3, 0.5);

      assertThat(held.active()).isEqualTo(2);
    }

    @Test
    void onlyPrefixesAreHeldAlready() {
      add("a", 1, 2, 4, 5);

      assertThat(held.additional(List.of(1L, 2L, 3L, 5L), true)).isEqualTo(2);
      assertThat(held.additional(List.of(2L, 4L), true)).isEqualTo(2);
      assertThat(held.additional(List.of(1L, 2L), false)).isEqualTo(2);
    }

    @Test
    void blocksThatAreSharedWithNobodyCountBesides() {
      add("a", 1, 2);
      held.add("b", List.of(1L, 2L), false);

      assertThat(held.active()).isEqualTo(4);
      held.remove("a");
      assertThat(held.additional(List.of(1L, 2L), true)).isEqualTo(2);
    }

    private void add(String id, long... hashes) {
      held.add(id, Arrays.stream(hashes).boxed().toList(), true);
    }
  }
}
