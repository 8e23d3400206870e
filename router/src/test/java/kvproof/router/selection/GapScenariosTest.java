package kvproof.router.selection;

import static kvproof.router.selection.Scene.rank;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.StreamState;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An unrecovered event gap costs a rank its role as a source and nothing else. */
class GapScenariosTest {
  private static final long GAPPED = 1;
  private static final long OTHER = 5;
  private static final int PROMPT_BLOCKS = 8;

  /** The prompt's own blocks, which are new to every idle rank. */
  private static final double DECODE = PROMPT_BLOCKS;

  private final Scene scene =
      Scene.open().published("decode", GAPPED, OTHER).workers(GAPPED, OTHER);

  /** What a booking pinned to a worker is told, after which the worker is idle again. */
  private Chosen bookedOn(long workerId) {
    scene.bookOn(workerId, "q", PROMPT_BLOCKS);
    scene.release("q");
    return scene.chosen("q").orElseThrow();
  }

  private void gap() {
    scene.router.take(new StreamState(rank(GAPPED), true));
  }

  @Test
  @Tag("D19")
  void overlapCachedTokensAndCostStayAsTheyWere() {
    scene.device(GAPPED, 1, 4).host(GAPPED, 5, 6).device(OTHER, 1, 3).host(OTHER, 1, 7);
    Chosen before = bookedOn(GAPPED);

    gap();

    assertThat(bookedOn(GAPPED)).isEqualTo(before);
    assertThat(before.effectiveOverlapBlocks()).isEqualTo(4 + 0.75 * 2);
    assertThat(before.cachedTokens()).isEqualTo(88);
    // 8 blocks - 4 on the device - 0.75 * (2 on the host + 1 fetched from 5/0).
    assertThat(before.cost()).isEqualTo(8 - 4 - 0.75 * 3 + DECODE);
    assertThat(before.source()).contains(rank(OTHER));
  }

  @Test
  void gapOfASourceTakesTheFetchCreditThatItGave() {
    scene.host(GAPPED, 1, 6).device(OTHER, 1, 3);
    Chosen before = bookedOn(OTHER);
    assertThat(before.cost()).isEqualTo(8 - 3 - 0.75 * 3 + DECODE);
    assertThat(before.source()).contains(rank(GAPPED));

    gap();

    assertThat(bookedOn(OTHER).cost()).isEqualTo(8 - 3 + DECODE);
    assertThat(bookedOn(OTHER).source()).isEqualTo(Optional.empty());
  }
}
