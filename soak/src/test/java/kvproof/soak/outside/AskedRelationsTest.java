package kvproof.soak.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.Verdict.Kind;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.outside.LyingProgram.Lie;
import kvproof.soak.relation.AskedRelations;
import kvproof.soak.report.Divergence;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Relations between its own answers that a router behind lines breaks, and no oracle sees. */
@Timeout(120)
class AskedRelationsTest {
  private static final Capabilities ALL = capabilities(EnumSet.allOf(Part.class), false);

  private static Capabilities capabilities(Set<Part> parts, boolean isForEngineHistories) {
    return new Capabilities("kvproof-reference", "0-test", parts, isForEngineHistories);
  }

  private static OutsideTrial trial(Lie lie, Capabilities capabilities) {
    return new OutsideTrial(
        () -> new Conversation(new RouterProcess(new LiarOnAThread(lie)), Duration.ofSeconds(60)),
        capabilities);
  }

  private static long seed(boolean isLookedAt) {
    long seed = 1;
    while (AskedRelations.areLookedAt(seed) != isLookedAt) {
      seed++;
    }
    return seed;
  }

  private static Case kept(boolean isLookedAt) {
    return CaseText.parse(
        """
        kvproof-case 1
        profile engine
        seed %d
        store 1/0 device root 1:101 2:102
        store 2/0 host_pinned root 1:101
        store 1/0 device 102 3:103
        store 2/0 device root 1:101
        ask q1 local 1 2 3 targets 2/0 3/0
        """
            .formatted(seed(isLookedAt)));
  }

  private static Optional<Divergence> found(Lie lie, Case kept) {
    try (OutsideTrial trial = trial(lie, ALL)) {
      return trial.run(kept).divergence();
    }
  }

  @Test
  void honestRouterKeepsAllRelations() {
    try (OutsideTrial trial = trial(Lie.NONE, ALL)) {
      int lookedAt = 0;
      for (int i = 0; lookedAt < 6; i++) {
        long seed = SeededRandom.mix(3, i);
        if (AskedRelations.areLookedAt(seed)) {
          lookedAt++;
          assertThat(trial.run(Cases.draw(Profile.IRREGULAR, seed)).divergence()).isEmpty();
        }
      }
    }
  }

  @Test
  void otherNamesForWorkersMustNotShow() {
    Divergence divergence = found(Lie.OVERLAP_OF_LARGE_WORKERS, kept(true)).orElseThrow();

    assertThat(divergence.first().part()).isEqualTo("relation workers renamed in order");
    assertThat(divergence.first().kind()).isEqualTo(Kind.OVER_CREDIT);
    assertThat(divergence.actualBy()).isEqualTo("the same router");
  }

  @Test
  void whatADumpLeavesOutIsMissedAfterwards() {
    Divergence divergence = found(Lie.DUMP_OUT_OF_THE_BLUE, kept(true)).orElseThrow();

    assertThat(divergence.first().part()).isEqualTo("relation rebuilt from a dump");
  }

  @Test
  void caseThatIsNotChosenIsLeftAlone() {
    assertThat(found(Lie.OVERLAP_OF_LARGE_WORKERS, kept(false))).isEmpty();
  }

  @Test
  void troubleWithinARelationIsThatTroubleAndTheNextCaseIsTriedAnew() {
    try (OutsideTrial trial = trial(Lie.REFUSAL_OF_LARGE_WORKERS, ALL)) {
      Divergence divergence = trial.run(kept(true)).divergence().orElseThrow();

      assertThat(divergence.first().kind()).isEqualTo(Kind.FAILED);
      assertThat(divergence.first().actual()).contains("too large");
      assertThat(trial.run(kept(false)).divergence()).isEmpty();
    }
  }

  @Test
  void nothingFollowsACaseThatIsLookedAt() {
    try (OutsideTrial trial = trial(Lie.OVERLAP_OF_LARGE_WORKERS, ALL)) {
      trial.begin(kept(false));
      assertThat(trial.takesMore()).isTrue();
      trial.begin(kept(true));

      assertThat(trial.takesMore()).isFalse();
      assertThat(trial.settle().getFirst().divergence()).isEmpty();
      assertThat(trial.settle().getFirst().divergence()).isPresent();
      assertThat(trial.takesMore()).isTrue();
    }
  }

  @Test
  void relationsThatNeedAMissingCapabilityAreNamed() {
    Capabilities modest = capabilities(EnumSet.of(Part.DEVICE, Part.LOWER), true);

    assertThat(modest.leftOut()).endsWith("streams", "losing_source_removed", "restore");
    assertThat(ALL.leftOut()).isEmpty();
    assertThat(capabilities(EnumSet.complementOf(EnumSet.of(Part.DUMP)), true).leftOut())
        .isEqualTo(List.of("dump", "restore"));
  }

  @Test
  void dumpBecomesStoresWithParentsFirst() {
    var blocks =
        CaseText.parse(
                "kvproof-case 1\nprofile engine\nseed 1\nstore 1/0 device root 1:3 2:2 3:1\n")
            .steps();
    var oracle = new OwnerInventoryOracle();
    oracle.take((IndexStep) blocks.getFirst());

    var rebuilt = new OwnerInventoryOracle();
    var stores = DumpedBlocks.asStores(oracle.heldBlocks());
    stores.forEach(rebuilt::apply);

    assertThat(stores)
        .extracting(store -> store.externalHashes().at(0))
        .containsExactly(3L, 2L, 1L);
    assertThat(rebuilt.heldBlocks()).isEqualTo(oracle.heldBlocks());
  }
}
