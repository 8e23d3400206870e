package kvproof.router.spec;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.router.spec.HintWorld.rank;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.KvHint;
import kvproof.router.fetch.Ineligibility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Which source a hint names and how many hashes it has; blocks count from 1. */
class HintScenariosTest {

  @Test
  @Tag("E01")
  void hintOfTwoHashesIsThisJson() {
    HintWorld world = HintWorld.of().prompt(2);
    world
        .storeAs("w1", DEVICE, OptionalLong.empty(), 1, 11, 22)
        .workers("w1 endpoint=tcp://127.0.0.1:23280", "w2");

    KvHint hint = world.answer("w2").choices().get(rank("w2")).hint().orElseThrow();

    assertThat(new KvHint(hint.protocolVersion(), "msg-123", hint.actions()).toJson())
        .isEqualTo(
            """
            {"protocol_version":"0.1","message_id":"msg-123","actions":[{"action_id":"a1",\
            "action_type":"kv.fetch","action_version":"1.0","payload":{"block_hashes":[11,22],\
            "source_control_endpoint":"tcp://127.0.0.1:23280"}}]}\
            """);
    assertThat(hint.messageId()).isEqualTo("sel-7");
  }

  @Test
  @Tag("E02")
  void unknownActionComesOutAsItWentIn() {
    String json =
        """
        {"protocol_version":"0.1","message_id":"msg-future","actions":[{"action_id":"a-future",\
        "action_type":"kv.future_action","action_version":"7.3","payload":{"items":[1,2,3],\
        "nested":{"enabled":true}}}]}\
        """;

    assertThat(KvHint.fromJson(json).toJson()).isEqualTo(json);
  }

  @Test
  @Tag("E03")
  void excludedOwnerLeavesTheNextSmallestOfTheDeepest() {
    HintWorld world =
        HintWorld.of("w8 device 1-2", "w9 device 1-3", "w7 device 1-3")
            .workers("w1", "w7", "w8", "w9 endpoint=-");

    assertThat(world.hints("w1")).containsExactly("7/0 101-103");
  }

  /** The deeper of two claims that disagree is cut back to the chain, and gives nothing. */
  @Test
  @Tag("E04")
  @Tag("FS-38")
  void depthBeyondTheChainIsNoHint() {
    HintWorld world =
        HintWorld.of("w1 device 1").storeAs("w2", DEVICE, OptionalLong.empty(), 1, 201, 202);

    Answer answer = world.answer("w1");

    assertThat(answer.candidates().orElseThrow().chain()).isEqualTo(BlockHashes.of(101));
    assertThat(answer.choices().get(rank("w1")).hint()).isEmpty();
  }

  @Test
  @Tag("E05")
  void onlyTheDeeperSourceBeatsTheThreshold() {
    HintWorld world = HintWorld.of("w1 device 1-3", "w7 device 1-3");
    assertThat(world.hints("w1")).containsExactly("none");

    world.store("w8 device 1-4");

    assertThat(world.hints("w1")).containsExactly("8/0 101-104");
  }

  @Test
  @Tag("E14")
  void cacheOwnerStopsAtItsGapInFrontOfALaterFrontier() {
    HintWorld world =
        HintWorld.of("K host 1-4", "K host 6-9", "w2 device 1-7")
            .advertise("K")
            .workers("w1", "w2 endpoint=-");

    assertThat(world.hints("w1")).containsExactly("K 101-104");
    assertThat(world.answer("w1").candidates().orElseThrow().owners())
        .containsEntry(HintWorld.owner("K"), 4);
  }

  @Test
  @Tag("E15")
  void continuationOfDeviceBlocksIsRootAligned() {
    assertThat(HintWorld.of("w1 device 1-10", "w2 host 11-15").hint("w1"))
        .isEqualTo("tcp://w2:9000 101-115");
  }

  @Test
  @Tag("E16")
  void continuationOfHostBlocksIsTheSame() {
    assertThat(HintWorld.of("w1 host 1-10", "w2 host 11-15").hint("w1"))
        .isEqualTo("tcp://w2:9000 101-115");
    assertThat(HintWorld.of("w1 device 1-4", "w1 host 5-10", "w2 host 11-15").hint("w1"))
        .isEqualTo("tcp://w2:9000 101-115");
  }

  /** Worker 9 holds nothing, so that no map of hits has it; worker 3 holds one of no use. */
  @Test
  @Tag("E17")
  void coldTargetGetsARootPrefix() {
    HintWorld world = HintWorld.of("w1 device 1-8", "w3 device 12");

    Answer answer = world.answer("w9", "w3");

    assertThat(answer.device()).doesNotContainKey(rank("w9"));
    assertThat(world.hints("w9", "w3")).containsExactly("1/0 101-108", "1/0 101-108");
  }

  @Test
  @Tag("E18")
  void sourceThatReturnsServesOnlyTheFrontierOfAnotherRankThere() {
    HintWorld world = HintWorld.of("w1 device 1-10", "w2 host 11-12", "w2 host 14-15");
    assertThat(world.hints("w1")).containsExactly("2/0 101-112");
    assertThat(world.answer("w1").intervals())
        .extracting(Object::toString)
        .containsExactly("1/0 [0, 10)", "2/0 [10, 12)");

    world.store("w3 device 1-13").workers("w1 endpoint=-", "w2", "w3 endpoint=-");

    assertThat(world.hints("w1", "w3")).containsExactly("2/0 101-112", "2/0 101-115");
  }

  @Test
  @Tag("E19")
  void whereEveryTargetIsLocalNoSuffixIsWalked() {
    HintWorld local = HintWorld.of("w1 device 1-20", "w2 device 1-12", "w2 host 13-20");
    local.hints("w1", "w2");
    long compared = local.router().positionsCompared();

    local.store("w3 host 11-20");

    assertThat(local.hints("w1", "w2")).containsExactly("none", "none");
    assertThat(local.router().positionsCompared()).isEqualTo(compared);
    assertThat(local.answer("w1", "w2").intervals())
        .allSatisfy(found -> assertThat(found.interval().start()).isZero());

    local.store("w4 device 1-10");
    assertThat(local.hints("w1", "w4")).containsExactly("none", "1/0 101-120");
    assertThat(local.router().positionsCompared())
        .as("a target that lacks something has its suffix walked")
        .isGreaterThan(compared);
  }

  /** Intervals K [0, 20), w2 [4, 8), w3 [6, 10); K is attached to the target. */
  @Test
  @Tag("E20")
  void secondOfTheBestTwoStandsInWhileItBeatsTheFrontier() {
    assertThat(cumulative(7, "w9")).isEqualTo("K 101-120");
    assertThat(cumulative(7, "w8")).isEqualTo("3/0 101-110");
    assertThat(cumulative(5, "w8")).isEqualTo("2/0 101-108");
    assertThat(cumulative(9, "w8")).isEqualTo("3/0 101-110");
    assertThat(cumulative(10, "w8")).isEqualTo("none");
    assertThat(cumulative(2, "w8")).isEqualTo("none");
  }

  private static String cumulative(int frontier, String target) {
    return HintWorld.of("K host 1-20", "w2 host 5-8", "w3 host 7-10", "w4 device 1-4")
        .store("w6 device 1-6", target + " device 1-" + frontier)
        .advertise("K attached=w8")
        .workers("w2", "w3", "w4 endpoint=-", "w6 endpoint=-", target + " endpoint=-")
        .hints(target)
        .getFirst();
  }

  /** What is kept and has no endpoint is counted; what is dropped before is not. */
  @Test
  @Tag("E21")
  void onlyIntervalsThatSomeFrontierCanUseAreKept() {
    assertThat(kept("w7 host 1-4")).isFalse();
    assertThat(kept("w7 host 11-15")).isFalse();
    assertThat(kept("w7 host 1-5")).isTrue();
    assertThat(kept("w7 host 10-12")).isTrue();
    HintWorld world = frontiers4And9().store("w7 host 1-5", "w8 host 10-12");
    assertThat(world.workers(FRONTIERS_AND_SOURCES).hints("w4", "w5"))
        .containsExactly("7/0 101-105", "8/0 101-112");
  }

  private static final String[] FRONTIERS_AND_SOURCES = {
    "w4 endpoint=-", "w5 endpoint=-", "w6 source=other", "w7", "w8"
  };

  /** Targets 4 and 5; worker 6 opens a frontier that is none of theirs, at block 10. */
  private static HintWorld frontiers4And9() {
    return HintWorld.of("w4 device 1-4", "w5 device 1-9", "w6 device 1-10");
  }

  private static boolean kept(String run) {
    HintWorld world =
        frontiers4And9()
            .store(run)
            .workers("w4 source=other", "w5 source=other", "w6 source=other", "w7 endpoint=-");
    world.answer("w4", "w5");
    return world.router().ineligibleSources(Ineligibility.NO_ENDPOINT) > 0;
  }

  @Test
  @Tag("E22")
  void ownerAttachedToTheTargetGivesWayToTheNextSource() {
    HintWorld world = HintWorld.of("K host 1-8", "w5 device 1-4").advertise("K attached=w2");

    assertThat(world.hints("w2", "w3")).containsExactly("5/0 101-104", "K 101-108");
  }

  @Test
  @Tag("E23")
  void twoOwnersAttachedToTheTargetDoNotHideTheThirdSource() {
    HintWorld world =
        HintWorld.of("w2 device 1-2", "K1 host 1-12", "K2 host 1-11", "w5 device 1-9")
            .advertise("K1 attached=w2", "K2 attached=w2");

    assertThat(world.hints("w2")).containsExactly("5/0 101-109");
  }

  @Test
  @Tag("E24")
  void sourceOfTheIslandComesFirstOrAloneAsTheTargetSays() {
    HintWorld both = HintWorld.of("w1 device 1-10", "w2 device 1-20", "w3 host 11-15");
    HintWorld outside = HintWorld.of("w1 device 1-10", "w2 device 1-20");

    assertThat(onIslands(both, "preferred")).isEqualTo("3/0 101-115");
    assertThat(onIslands(both, "required")).isEqualTo("3/0 101-115");
    assertThat(onIslands(outside, "preferred")).isEqualTo("2/0 101-120");
    assertThat(onIslands(outside, "required")).isEqualTo("none");
  }

  private static String onIslands(HintWorld world, String enforcement) {
    return world
        .workers(
            "w1 island=rack/x/" + enforcement,
            "w2 island=rack/y/preferred",
            "w3 island=rack/x/preferred")
        .hints("w1")
        .getFirst();
  }

  @Test
  @Tag("E25")
  void localBlocksBehindAGapAreNotAppended() {
    HintWorld world = HintWorld.of("w1 device 1-10", "w1 host 13-16", "w2 host 11-15");

    assertThat(world.hints("w1")).containsExactly("2/0 101-115");
    assertThat(world.answer("w1").choices().get(rank("w1")).end()).isEqualTo(15);
  }

  @Test
  @Tag("E26")
  void diskAndExternalMakeNoSource() {
    HintWorld cold = HintWorld.of("w2 disk 1-15", "w3 external 1-15");
    HintWorld partial = HintWorld.of("w1 device 1-10", "w2 disk 11-15", "w3 external 11-15");

    assertThat(cold.hints("w1")).containsExactly("none");
    assertThat(partial.hints("w1")).containsExactly("none");
  }

  @Test
  @Tag("E31")
  void gappedSourceIsPassedOverUntilItsResync() {
    HintWorld world = HintWorld.of("w1 device 1-8", "w5 device 1-4").gap("w1", true);
    assertThat(world.hints("w2")).containsExactly("5/0 101-104");

    world.gap("w1", false);

    assertThat(world.hints("w2")).containsExactly("1/0 101-108");
  }

  @Test
  @Tag("E32")
  void sourceOfAnUnknownModeIsPassedOverAndCountedAndStaysATarget() {
    HintWorld world =
        HintWorld.of("w1 device 1-8", "w5 device 1-4", "w6 device 1-12")
            .workers("w1 source=future_mode", "w2", "w5", "w6 endpoint=-");

    assertThat(world.hints("w2")).containsExactly("5/0 101-104");
    assertThat(world.router().ineligibleSources(Ineligibility.UNKNOWN_EVENT_SOURCE)).isEqualTo(1);
    world.workers("w1 source=future_mode", "w2", "w5", "w6");
    assertThat(world.hints("w1")).containsExactly("6/0 101-112");
  }

  @Test
  @Tag("E33")
  void targetOffTheChainGetsNoHint() {
    HintWorld world =
        HintWorld.of("w1 device 1-10", "w2 host 11-15")
            .storeAs(
                "w3",
                DEVICE,
                OptionalLong.empty(),
                1,
                201,
                202,
                203,
                204,
                205,
                206,
                207,
                208,
                209,
                210);

    assertThat(world.hints("w3", "w1")).containsExactly("none", "2/0 101-115");
  }

  @Test
  @Tag("E34")
  void smallerSourceDecidesTheChainAndTheOtherIsCutThere() {
    HintWorld world = HintWorld.of("w1 device 1-10", "w3 host 11-14");
    world.storeAs("w5", HOST_PINNED, OptionalLong.of(110), 11, 111, 112, 913, 914, 915);

    assertThat(world.hints("w1")).containsExactly("3/0 101-114");
    world.workers("w1", "w3 endpoint=-", "w5");
    assertThat(world.hints("w1")).containsExactly("5/0 101-112");
  }

  @Test
  @Tag("E35")
  void orderOfReportingMakesNoDifference() {
    HintWorld world =
        HintWorld.of(
            "w2 host 15", "w2 host 14", "w2 host 13", "w2 host 12", "w2 host 11", "w1 device 1-10");

    assertThat(world.hint("w1")).isEqualTo("tcp://w2:9000 101-115");
  }

  @Test
  @Tag("E36")
  void holeEndsTheFrontierAndMendingItBringsAllBack() {
    HintWorld world = HintWorld.of("w1 device 1-10", "w2 host 11-15").remove("w1 device 5");
    assertThat(world.answer("w1").choices().get(rank("w1"))).isEqualTo(Answer.SourceChoice.none(4));

    world.store("w1 device 5");

    assertThat(world.hint("w1")).isEqualTo("tcp://w2:9000 101-115");
  }

  @Test
  @Tag("E37")
  @Tag("FS-38")
  void equalEndsGoToTheSmallestSourceInAnyOrder() {
    List<String> owners = List.of("w3.1", "w3", "K");
    for (String first : owners) {
      for (String second : owners) {
        for (String third : owners) {
          if (List.of(first, second, third).containsAll(owners)) {
            HintWorld world = new HintWorld().advertise("K");
            world.store(first + " host 1-8", second + " host 1-8", third + " host 1-8");
            assertThat(world.hints("w9")).containsExactly("3/0 101-108");
          }
        }
      }
    }
  }
}
