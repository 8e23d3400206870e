package kvproof.router.selection;

import static kvproof.router.selection.Scene.hashes;
import static kvproof.router.selection.Scene.rank;
import static org.assertj.core.api.Assertions.assertThat;

import kvproof.model.CostWeights;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.StorageTier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the fetch credit moves, and what of a booking it leaves alone: a prompt of 20 blocks. */
class FetchCreditScenariosTest {
  private static final int PROMPT_BLOCKS = 20;

  /** The prompt's own blocks, which are new to every idle rank. */
  private static final double DECODE = PROMPT_BLOCKS;

  /** Worker 5 is a source and runs nothing; of the others only worker 1 may be told of it. */
  private static Scene scene(CostWeights weights) {
    return Scene.open(Scene.weighing(weights)).published("decode", 1, 5).workers(1, 2);
  }

  @Test
  @Tag("S5")
  void aColdRankIsChosenForARootPrefixAndBooksAllOfThePrompt() {
    Scene scene = scene(CostWeights.defaults()).device(2, 1, 12).device(5, 1, 20);
    scene.query("without credit", PROMPT_BLOCKS);

    scene.book("booked", PROMPT_BLOCKS);

    assertThat(scene.rankOf("without credit")).isEqualTo(rank(2));
    Chosen booked = scene.chosen("booked").orElseThrow();
    assertThat(booked.rank()).isEqualTo(rank(1));
    assertThat(booked.cost()).isEqualTo(5.0 + DECODE);
    assertThat(booked.creditedEnd()).isEqualTo(20);
    assertThat(booked.cachedTokens()).isZero();
    assertThat(scene.load(1).activePrefillTokens()).isEqualTo(320);
    assertThat(scene.fetch("booked").blockHashes()).isEqualTo(hashes(1, 20));
  }

  /** Only disk blocks past the tenth differ; the source has blocks 11 to 15 on its host tier. */
  @ParameterizedTest
  @CsvSource({"0, 10", "3, 9.25"})
  @Tag("S7")
  void withoutHostWeightTheCostStaysAndTheHintIsGivenAllTheSame(int disk, double cost) {
    Scene scene = scene(new CostWeights(1, 0, 1, 0, 0, 0.25, 0)).device(1, 1, 10).host(5, 11, 15);
    if (disk > 0) {
      scene.stored(rank(1), StorageTier.DISK, 11, 10 + disk);
    }
    scene.query("without a source", PROMPT_BLOCKS, none -> none.withPin(rank(1)));

    scene.bookOn(1, "booked", PROMPT_BLOCKS);

    assertThat(scene.chosen("without a source").orElseThrow().cost()).isEqualTo(cost + DECODE);
    assertThat(scene.chosen("booked").orElseThrow().cost()).isEqualTo(cost + DECODE);
    assertThat(scene.chosen("booked").orElseThrow().creditedEnd()).isEqualTo(15);
    assertThat(scene.fetch("booked").blockHashes()).isEqualTo(hashes(1, 15));
    assertThat(scene.fetch("booked").sourceControlEndpoint()).isEqualTo("tcp://w5:9000");
  }
}
