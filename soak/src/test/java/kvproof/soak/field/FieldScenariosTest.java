package kvproof.soak.field;

import static java.util.OptionalLong.empty;
import static java.util.OptionalLong.of;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.EXTERNAL;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.field.World.blocks;
import static kvproof.soak.field.World.hashes;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import kvproof.model.ApplyStatus;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Scenarios from the field about the index, the order of events, restarts, copies and dp ranks, by
 * their numbers. Each is put to the router, to the router with lanes, and to both oracles.
 */
class FieldScenariosTest {
  static Stream<World.Kind> kinds() {
    return World.ALL.stream();
  }

  @ParameterizedTest(name = "FS-01 {0}")
  @MethodSource("kinds")
  void fs01BlockStaysUntilItsLastCopyGoes(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take(
          "open 1/0 replay copies",
          "publish 1/0 0 arrives",
          "  event store 1/0 device " + blocks(1, 3),
          "publish 1/0 1 arrives",
          "  event store 1/0 device " + blocks(3, 3),
          "publish 1/0 2 arrives",
          "  event remove 1/0 device 103");
      assertThat(world.device("1/0", 3)).isEqualTo(3);
      assertThat(world.counted("copies_held_back")).isEqualTo(1);

      world.take("publish 1/0 3 arrives", "  event remove 1/0 device 103");
      assertThat(world.device("1/0", 3)).isEqualTo(2);

      world.take("publish 1/0 4 arrives", "  event remove 1/0 device 103");
      assertThat(world.device("1/0", 3)).isEqualTo(2);
      assertThat(world.counted("copies_held_back")).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "FS-01 straight into the index {0}")
  @MethodSource("kinds")
  void fs01WithoutCopyFilterTheFirstRemovalRemoves(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take(
          "store 1/0 device " + blocks(1, 3),
          "store 1/0 device " + blocks(3, 3),
          "remove 1/0 device 103");
      assertThat(world.device("1/0", 3)).isEqualTo(2);
    }
  }

  @ParameterizedTest(name = "FS-02 {0}")
  @MethodSource("kinds")
  void fs02WhatIsBehindAHoleComesBack(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take(
          "store 1/0 device " + blocks(1, 7),
          "store 2/0 host_pinned " + blocks(1, 7),
          "remove 1/0 device 103",
          "remove 2/0 host_pinned 103");
      assertThat(world.device("1/0", 7)).isEqualTo(2);
      assertThat(world.resident("1/0")).isEqualTo(of(6));
      assertThat(world.hits(HOST_PINNED, "2/0", 7)).isEqualTo(2);

      world.take("store 1/0 device " + blocks(3, 3), "store 2/0 host_pinned " + blocks(3, 3));
      assertThat(world.device("1/0", 7)).isEqualTo(7);
      assertThat(world.resident("1/0")).isEqualTo(of(7));
      assertThat(world.hits(HOST_PINNED, "2/0", 7)).isEqualTo(7);
    }
  }

  @ParameterizedTest(name = "FS-03 {0}")
  @MethodSource("kinds")
  void fs03RepeatedRemovalsChangeNothing(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take("store 1/0 device " + blocks(1, 8), "remove 1/0 device " + hashes(5, 8));
      for (int block = 8; block >= 5; block--) {
        world.take("remove 1/0 device " + hashes(block, block));
        assertThat(world.statuses()).containsExactly(ApplyStatus.BLOCK_NOT_FOUND);
        assertThat(world.device("1/0", 8)).isEqualTo(4);
        assertThat(world.resident("1/0")).isEqualTo(of(4));
      }
    }
  }

  @ParameterizedTest(name = "FS-04 {0}")
  @MethodSource("kinds")
  void fs04BlockThatIsItsOwnParentIsRefused(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take("store 1/0 device " + blocks(1, 2), "store 1/0 device 103 3:103");
      assertThat(world.statuses()).last().isEqualTo(ApplyStatus.INVALID_BLOCK);
      assertThat(world.resident("1/0")).isEqualTo(of(2));

      world.take("store 1/0 device " + blocks(3, 3));
      assertThat(world.device("1/0", 3)).isEqualTo(3);
      assertThat(world.statistics(DEVICE).map(TierStatistics::malformed).orElse(1L)).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "FS-08 {0}")
  @MethodSource("kinds")
  void fs08RoleThatReportedNothingHasNoCredit(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take(
          "workers 1 ranks 0 type prefill endpoint 0 tcp://p1:9000 ;"
              + " 2 ranks 0 type decode endpoint 0 tcp://d1:9000",
          "store 1/0 device " + blocks(1, 5));
      assertThat(world.answer(5).device()).hasSize(1);
      assertThat(world.device("1/0", 5)).isEqualTo(5);
      assertThat(world.source(5, "1/0")).isEqualTo("none");
    }
  }

  @ParameterizedTest(name = "FS-09 {0}")
  @MethodSource("kinds")
  void fs09ClearReachesEveryTier(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take(
          "open 1/0 replay",
          "publish 1/0 0 arrives",
          "  event store 1/0 device " + blocks(1, 5),
          "  event store 1/0 host_pinned " + blocks(1, 5),
          "store 2/0 device " + blocks(1, 3),
          "publish 1/0 1 arrives",
          "  event clear 1/0");
      assertThat(world.device("1/0", 5)).isZero();
      assertThat(world.hits(HOST_PINNED, "1/0", 5)).isZero();
      assertThat(world.device("2/0", 5)).isEqualTo(3);
      assertThat(world.source(5, "1/0")).isEqualTo("2/0");
    }
  }

  @ParameterizedTest(name = "FS-11 {0}")
  @MethodSource("kinds")
  void fs11SecondChunkOfAPromptNamesItsParent(World.Kind kind) {
    try (World named = new World(kind);
        World lost = new World(kind)) {
      named.take(
          "store 1/0 device " + blocks(1, 4), "store 1/0 device 104 5:105 6:106 7:107 8:108");
      assertThat(named.device("1/0", 8)).isEqualTo(8);

      lost.take(
          "store 1/0 device " + blocks(1, 4), "store 1/0 device root 5:105 6:106 7:107 8:108");
      assertThat(lost.device("1/0", 8)).isEqualTo(4);
    }
  }

  @ParameterizedTest(name = "FS-12 {0}")
  @MethodSource("kinds")
  void fs12ChildrenWaitForTheirParents(World.Kind kind) {
    for (StorageTier tier : StorageTier.values()) {
      try (World world = new World(kind)) {
        String name = tier.wireName();
        world.take(
            "store 1/0 " + name + " " + blocks(3, 3), "store 1/0 " + name + " " + blocks(4, 4));
        assertThat(credit(world, tier)).isZero();
        assertThat(world.held()).hasSize(2);
        assertThat(world.statistics(tier).map(TierStatistics::detached).orElse(1L)).isEqualTo(1);

        world.take(
            "store 1/0 " + name + " " + blocks(1, 1), "store 1/0 " + name + " " + blocks(2, 2));
        assertThat(credit(world, tier)).isEqualTo(4);
      }
    }
  }

  private static int credit(World world, StorageTier tier) {
    return tier == StorageTier.DEVICE ? world.device("1/0", 4) : world.hits(tier, "1/0", 4);
  }

  @ParameterizedTest(name = "FS-13 {0}")
  @MethodSource("kinds")
  void fs13DumpMovesTheCursorToTheLastIdItStates(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take("open 1/0 peer");
      for (int id = 0; id <= 40; id++) {
        world.take("publish 1/0 " + id + " arrives", "  event store 1/0 disk root 9:900");
      }
      world.take("replay 1/0 oldest 60 early 0");
      for (int id = 41; id <= 60; id++) {
        world.take("publish 1/0 " + id + " lost", "  event store 1/0 device " + blocks(1, 2));
      }
      long queriesBefore = world.counted("queries");
      world.take(
          "arrive 1/0 incarnation 1 sequence 57", "  event store 1/0 device " + blocks(1, 2));
      assertThat(world.counted("queries") - queriesBefore).isEqualTo(1);
      assertThat(world.device("1/0", 2)).isEqualTo(2);
      long staleBefore = world.counted("stale");
      for (int id = 58; id <= 60; id++) {
        world.take("arrive 1/0 incarnation 1 sequence " + id, "  event remove 1/0 device 102");
      }
      assertThat(world.counted("stale") - staleBefore).isEqualTo(3);

      world.take("publish 1/0 61 arrives", "  event store 1/0 device " + blocks(3, 3));
      assertThat(world.device("1/0", 3)).isEqualTo(3);
      assertThat(world.counted("queries") - queriesBefore).isEqualTo(1);
    }
  }

  @ParameterizedTest(name = "FS-14 {0}")
  @MethodSource("kinds")
  void fs14RemovalStaysRightWhateverTheReplayDoes(World.Kind kind) {
    for (String limit : List.of("most 0", "")) {
      try (World world = new World(kind)) {
        world.take("open 1/0 replay");
        for (int n = 0; n <= 9; n++) {
          world.take("publish 1/0 " + n + " arrives");
        }
        world.take(
            "publish 1/0 10 lost",
            "publish 1/0 11 lost",
            "  event store 1/0 device " + blocks(1, 1),
            "publish 1/0 12 lost",
            "replay 1/0 oldest 0 early 0 " + limit,
            "publish 1/0 13 arrives",
            "  event remove 1/0 device 101",
            "replay 1/0 oldest 0 early 0",
            "publish 1/0 14 arrives");
        assertThat(world.device("1/0", 1)).isZero();
        assertThat(world.counted("gaps")).isEqualTo(limit.isEmpty() ? 0 : 1);
      }
    }
  }

  @ParameterizedTest(name = "FS-15 {0}")
  @MethodSource("kinds")
  void fs15GapWithoutReplayIsReportedAndCostsTheRoleOfSource(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take("open 1/0 none");
      for (int n = 0; n <= 5; n++) {
        world.take("publish 1/0 " + n + " arrives", "  event store 1/0 device " + blocks(1, 4));
      }
      assertThat(world.source(6, "2/0")).isEqualTo("1/0");
      world.take("publish 1/0 9 arrives", "  event store 1/0 device " + blocks(6, 6));
      assertThat(world.counted("gaps")).isEqualTo(1);
      assertThat(world.counted("missed")).isEqualTo(3);
      assertThat(world.device("1/0", 6)).isEqualTo(4);
      assertThat(world.resident("1/0")).isEqualTo(of(5));
      assertThat(world.source(6, "2/0")).isEqualTo("none");

      world.take(
          "publish 1/0 10 arrives",
          "  event clear 1/0",
          "  event store 1/0 device " + blocks(1, 4));
      assertThat(world.source(6, "2/0")).isEqualTo("1/0");
    }
  }

  @ParameterizedTest(name = "FS-18 {0}")
  @MethodSource("kinds")
  void fs18RemovalOfThreeIsThreeRemovals(World.Kind kind) {
    try (World atOnce = new World(kind);
        World oneByOne = new World(kind)) {
      atOnce.take("store 1/0 device " + blocks(1, 6), "remove 1/0 device " + hashes(4, 6));
      oneByOne.take(
          "store 1/0 device " + blocks(1, 6),
          "remove 1/0 device 104",
          "remove 1/0 device 105",
          "remove 1/0 device 106");
      assertThat(atOnce.held()).isEqualTo(oneByOne.held()).hasSize(3);
      assertThat(atOnce.answer(6, "2/0")).isEqualTo(oneByOne.answer(6, "2/0"));
    }
  }

  @ParameterizedTest(name = "FS-19 {0}")
  @MethodSource("kinds")
  void fs19HashLinesOfTwoEnginesStayApart(World.Kind kind) {
    for (String tier : List.of("device", "host_pinned", "disk", "external")) {
      try (World world = new World(kind)) {
        world.take(
            "store 1/0 " + tier + " " + blocks(1, 5),
            "store 2/0 " + tier + " root 1:201 2:202 3:203 4:204 5:205");
        StorageTier on = StorageTier.ofWireName(tier);
        assertThat(total(world, on, "1/0")).isEqualTo(5);
        assertThat(total(world, on, "2/0")).isEqualTo(5);
        assertThat(world.source(5, "1/0")).isEqualTo("none");
        assertThat(world.source(5, "2/0")).isEqualTo("none");

        world.take("remove 2/0 " + tier + " 201 202 203 204 205");
        assertThat(total(world, on, "1/0")).isEqualTo(5);
        assertThat(total(world, on, "2/0")).isZero();
      }
    }
  }

  private static int total(World world, StorageTier tier, String rank) {
    return tier == StorageTier.DEVICE ? world.device(rank, 5) : world.hits(tier, rank, 5);
  }

  @ParameterizedTest(name = "FS-23 {0}")
  @MethodSource("kinds")
  void fs23RemovalLeavesOtherTiersAlone(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take(
          "store 1/0 device " + blocks(1, 4),
          "store 1/0 host_pinned " + blocks(1, 4),
          "remove 1/0 device " + hashes(1, 4));
      assertThat(world.device("1/0", 4)).isZero();
      assertThat(world.hits(HOST_PINNED, "1/0", 4)).isEqualTo(4);
      assertThat(world.choice(4, "1/0").frontier()).isEqualTo(4);
    }
  }

  @ParameterizedTest(name = "FS-25 {0}")
  @MethodSource("kinds")
  void fs25BlockThatTwoReportStaysUntilBothHaveDroppedIt(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take(
          "open 1/0 replay copies",
          "publish 1/0 0 arrives",
          "  event store 1/0 device " + blocks(1, 1),
          "publish 1/0 1 arrives",
          "  event store 1/0 device " + blocks(1, 2),
          "publish 1/0 2 arrives",
          "  event remove 1/0 device 101");
      assertThat(world.device("1/0", 2)).isEqualTo(2);

      world.take("publish 1/0 3 arrives", "  event remove 1/0 device 101");
      assertThat(world.device("1/0", 2)).isZero();
      assertThat(world.resident("1/0")).isEqualTo(of(1));
    }
  }

  @ParameterizedTest(name = "FS-29 {0}")
  @MethodSource("kinds")
  void fs29DetachedHostBlocksDoNotResume(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take(
          "store 1/0 device " + blocks(1, 2),
          "store 1/0 host_pinned " + blocks(1, 2),
          "store 1/0 host_pinned " + blocks(4, 4),
          "store 2/0 device " + blocks(1, 5));
      assertThat(world.choice(5, "1/0").frontier()).isEqualTo(2);
      assertThat(world.source(5, "1/0")).isEqualTo("2/0");
      assertThat(world.choice(5, "1/0").end()).isEqualTo(5);
    }
  }

  @ParameterizedTest(name = "FS-65 {0}")
  @MethodSource("kinds")
  void fs65RemovedWorkerIsGoneFromEverywhere(World.Kind kind) {
    try (World world = new World(kind)) {
      for (String worker : List.of("1/0", "2/0")) {
        world.take(
            "store " + worker + " device " + blocks(1, 4),
            "store " + worker + " host_pinned " + blocks(1, 4));
      }
      assertThat(world.source(4, "3/0")).isEqualTo("1/0");
      world.take("remove-worker 1");
      assertThat(world.device("1/0", 4)).isZero();
      assertThat(world.hits(HOST_PINNED, "1/0", 4)).isZero();
      assertThat(world.resident("1/0")).isEqualTo(empty());
      assertThat(world.source(4, "3/0")).isEqualTo("2/0");
      assertThat(world.device("2/0", 4)).isEqualTo(4);
    }
  }

  @ParameterizedTest(name = "FS-66 {0}")
  @MethodSource("kinds")
  void fs66RestartInPlaceIsSuspectedAndHealsByRegistration(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take("open 1/0 none");
      for (int n = 0; n <= 20; n++) {
        world.take("publish 1/0 " + n + " arrives", "  event store 1/0 device " + blocks(1, n + 1));
      }
      world.take(
          "restart 1/0", "publish 1/0 0 arrives", "  event store 1/0 device " + blocks(1, 1));
      assertThat(world.counted("restart_suspected")).isEqualTo(1);
      assertThat(world.resident("1/0")).isEqualTo(of(21));

      world.take(
          "close 1/0",
          "open 1/0 none",
          "arrive 1/0 incarnation 2 sequence 0",
          "  event store 1/0 device " + blocks(1, 1));
      assertThat(world.device("1/0", 21)).isEqualTo(1);
      assertThat(world.resident("1/0")).isEqualTo(of(1));

      world.take("arrive 1/0 incarnation 1 sequence 1", "  event store 1/0 device " + blocks(1, 9));
      assertThat(world.counted("late_incarnation")).isEqualTo(1);
      assertThat(world.resident("1/0")).isEqualTo(of(1));
    }
  }

  @ParameterizedTest(name = "FS-67 {0}")
  @MethodSource("kinds")
  void fs67ClearIsForOneRank(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take(
          "open 1/0 replay",
          "open 1/1 replay",
          "publish 1/0 0 arrives",
          "  event store 1/0 device " + blocks(1, 4),
          "publish 1/1 0 arrives",
          "  event store 1/1 device " + blocks(1, 6),
          "publish 1/0 1 arrives",
          "  event clear 1/0");
      assertThat(world.resident("1/0")).isEqualTo(of(0));
      assertThat(world.resident("1/1")).isEqualTo(of(6));
    }
  }

  @ParameterizedTest(name = "FS-68 {0}")
  @MethodSource("kinds")
  void fs68RanksOfOneWorkerAreToldApart(World.Kind kind) {
    try (World world = new World(kind)) {
      for (int rank = 0; rank < 4; rank++) {
        world.take(
            "open 1/" + rank + " replay",
            "publish 1/" + rank + " 0 arrives",
            "  event store 1/" + rank + " device " + blocks(1, rank + 1));
      }
      for (int rank = 0; rank < 4; rank++) {
        assertThat(world.device("1/" + rank, 4)).isEqualTo(rank + 1);
      }
      assertThat(world.source(4, "2/0")).isEqualTo("1/3");
    }
  }

  @ParameterizedTest(name = "FS-70 {0}")
  @MethodSource("kinds")
  void fs70EveryRankIsASourceAndNoTwoShareAnIdentity(World.Kind kind) {
    try (World world = new World(kind)) {
      for (int rank = 0; rank < 4; rank++) {
        world.take(
            "open 1/" + rank + " replay",
            "publish 1/" + rank + " 0 arrives",
            "  event store 1/" + rank + " device " + blocks(1, 3));
      }
      assertThat(world.answer(3).device()).hasSize(4);
      assertThat(world.answer(3).intervals()).hasSize(4);

      world.take("open 1/2 none");
      assertThat(world.counted("already_open")).isEqualTo(1);
      assertThat(world.device("1/2", 3)).isEqualTo(3);
    }
  }

  @ParameterizedTest(name = "tiers of a rank are its own {0}")
  @MethodSource("kinds")
  void diskAndExternalNeverMakeAFrontier(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take("store 1/0 disk " + blocks(1, 2), "store 1/0 external " + blocks(3, 4));
      assertThat(world.hits(DISK, "1/0", 4)).isEqualTo(2);
      assertThat(world.hits(EXTERNAL, "1/0", 4)).isEqualTo(2);
      assertThat(world.choice(4, "1/0").frontier()).isZero();
    }
  }
}
