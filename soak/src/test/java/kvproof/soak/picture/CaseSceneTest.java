package kvproof.soak.picture;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.Fronts;
import kvproof.soak.picture.Cell.Held;
import kvproof.soak.picture.RequestScene.Claim;
import kvproof.soak.picture.RequestScene.IntervalRow;
import kvproof.soak.picture.RequestScene.Sides;
import kvproof.soak.run.Doctored;
import org.junit.jupiter.api.Test;

class CaseSceneTest {

  private static String row(CaseScene scene, StorageTier tier, String owner) {
    return scene.requests().getFirst().grids().stream()
        .filter(grid -> grid.tier() == tier)
        .flatMap(grid -> grid.rows().stream())
        .filter(row -> row.owner().equals(owner(owner)))
        .flatMap(row -> row.cells().stream())
        .map(CaseSceneTest::text)
        .collect(joining(" "));
  }

  private static Owner owner(String text) {
    return text.contains("/") ? WorkerWithDpRank.parse(text) : new CacheOwner(text);
  }

  private static String text(Cell cell) {
    return switch (cell) {
      case Cell.Empty() -> ".";
      case Cell.CountedAbove() -> "-";
      case Held held ->
          CellPicture.name(held.reach()) + ":" + held.externalHash() + (held.onChain() ? "" : "'");
    };
  }

  @Test
  void walkIsFollowedTierByTier() {
    CaseScene scene = Scenes.of(Scenes.EVERYTHING);

    assertThat(row(scene, StorageTier.DEVICE, "2/0"))
        .isEqualTo("counted:101 counted:102 counted:103 . . . .");
    assertThat(row(scene, StorageTier.HOST_PINNED, "2/0"))
        .isEqualTo("held-too:101 held-too:102 - projected:104 . . .");
    assertThat(row(scene, StorageTier.HOST_PINNED, "1/0")).isEqualTo("- - . . . . .");
    assertThat(row(scene, StorageTier.HOST_PINNED, "K2"))
        .isEqualTo("counted:101 counted:102 counted:103 counted:104 counted:105 counted:106 .");
    assertThat(row(scene, StorageTier.DISK, "K2")).isEqualTo(". . . . . . apart:107");
  }

  @Test
  void blockBehindAHoleIsApart() {
    CaseScene scene = Scenes.of(Scenes.EVERYTHING);

    assertThat(row(scene, StorageTier.HOST_PINNED, "3/0"))
        .isEqualTo("counted:101 . apart:103 apart:104 . . .");
  }

  @Test
  void blockOfAnotherHashLineIsOffTheChain() {
    CaseScene scene = Scenes.of(Scenes.EVERYTHING);

    assertThat(row(scene, StorageTier.DEVICE, "2/1")).startsWith("counted:201' counted:202' .");
    assertThat(row(scene, StorageTier.HOST_PINNED, "2/1")).startsWith("- - counted:203' .");
  }

  /** The chain goes on with the hash of the smaller source, as far as no root prefix reaches. */
  @Test
  void otherHashAtAContinuationIsOffTheChain() {
    CaseScene scene =
        Scenes.of(
            """
            store 1/0 device root 1:101 2:102
            store 2/0 host_pinned 102 3:103
            store 3/0 host_pinned 102 3:203 4:204
            ask q local 1 2 3 4 targets 1/0
            """);

    assertThat(row(scene, StorageTier.HOST_PINNED, "2/0")).isEqualTo(". . apart:103 .");
    assertThat(row(scene, StorageTier.HOST_PINNED, "3/0")).isEqualTo(". . apart:203' apart:204'");
  }

  @Test
  void sameHashBehindAnotherParentIsOffTheChain() {
    CaseScene scene =
        Scenes.of(
            """
            store 1/0 device root 1:101 2:102
            store 2/0 device root 1:201
            store 2/0 host_pinned 201 2:102
            ask q local 1 2 targets
            """);

    assertThat(row(scene, StorageTier.HOST_PINNED, "2/0")).isEqualTo("- counted:102'");
  }

  @Test
  void blocksThatNeverLayOnThePromptHaveNoCell() {
    CaseScene scene =
        Scenes.of(
            """
            store 1/0 device root 1:101
            store 2/0 device 900 2:902
            store 3/0 disk root 5:105
            ask q local 1 2 targets
            """);

    assertThat(scene.requests().getFirst().grids()).hasSize(1);
    assertThat(row(scene, StorageTier.DEVICE, "2/0")).isEmpty();
    assertThat(scene.held()).hasSize(3);
  }

  @Test
  void agreementDisputesNothing() {
    assertThat(Scenes.of(Scenes.EVERYTHING).isDisputed()).isFalse();
  }

  @Test
  void everyPartThatASideGetsWrongIsDisputed() {
    CaseScene walks = Scenes.of(Scenes.EVERYTHING, Doctored::withoutDevice);
    CaseScene intervals = Scenes.of(Scenes.EVERYTHING, Doctored::withoutContinuations);
    CaseScene choices = Scenes.of(Scenes.EVERYTHING, Doctored::withoutSources);

    assertThat(walks.isDisputed()).isTrue();
    assertThat(intervals.requests().getFirst().intervals())
        .filteredOn(row -> row.claim() == Claim.ONLY_EXPECTED)
        .extracting(IntervalRow::isRootPrefix)
        .containsExactly(false);
    assertThat(choices.requests().getFirst().choices())
        .filteredOn(row -> row.claim() == Claim.ONLY_EXPECTED)
        .allMatch(row -> row.choice().source().isPresent())
        .isNotEmpty();
  }

  @Test
  void onlyTheStepsThatWereTakenShow() {
    CaseScene whole = Scenes.of(Scenes.EVERYTHING);

    CaseScene early =
        CaseScene.of(
            whole.shown(),
            3,
            Fronts.fronted(new OwnerInventoryOracle()),
            request -> Optional.empty(),
            new Sides("TheOracle", "TheRouter"));

    assertThat(early.held()).hasSize(2);
    assertThat(early.isDisputed()).isFalse();
  }
}
