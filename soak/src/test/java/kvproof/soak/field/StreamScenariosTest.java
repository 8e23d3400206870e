package kvproof.soak.field;

import static java.util.OptionalLong.of;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.EXTERNAL;
import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.soak.field.World.blocks;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Scenarios of streams that show only in what the index answers. */
class StreamScenariosTest {
  static Stream<World.Kind> kinds() {
    return World.ALL.stream();
  }

  @ParameterizedTest(name = "B13 {0}")
  @MethodSource("kinds")
  void b13ClearOfOneRankLeavesTheOtherRankOfItsPublisherAlone(World.Kind kind) {
    try (World world = new World(kind)) {
      world.take("open 1/0 peer", "open 1/1 peer");
      for (String rank : List.of("1/0", "1/1")) {
        world.take(
            "publish " + rank + " 0 arrives",
            "  event store " + rank + " device " + blocks(1, 2),
            "  event store " + rank + " host_pinned " + blocks(3, 4),
            "  event store " + rank + " disk " + blocks(5, 6));
      }
      world.take("publish 1/0 1 arrives", "  event clear 1/0");
      assertThat(world.device("1/0", 6)).isZero();
      assertThat(world.resident("1/0")).isEqualTo(of(0));
      assertThat(world.device("1/1", 6)).isEqualTo(2);
      assertThat(world.hits(HOST_PINNED, "1/1", 6)).isEqualTo(2);
      assertThat(world.hits(DISK, "1/1", 6)).isEqualTo(2);
      assertThat(world.held()).hasSize(6);
    }
  }

  @ParameterizedTest(name = "Z19 {0}")
  @MethodSource("kinds")
  void z19GappedStreamKeepsItsCreditAndIsNoSource(World.Kind kind) {
    for (String healing : List.of("clear", "dump", "registration")) {
      try (World world = new World(kind)) {
        world.take(
            "open 1/0 " + (healing.equals("dump") ? "peer" : "none"),
            "publish 1/0 0 arrives",
            "  event store 1/0 device " + blocks(1, 3),
            "  event store 1/0 host_pinned " + blocks(4, 5));
        assertThat(world.source(5, "2/0")).isEqualTo("1/0");

        world.take(
            "replay 1/0 oldest 0 early 0 most 0", "publish 1/0 1 lost", "publish 1/0 2 arrives");
        assertThat(world.counted("gaps")).isEqualTo(1);
        assertThat(world.device("1/0", 5)).isEqualTo(3);
        assertThat(world.hits(HOST_PINNED, "1/0", 5)).isEqualTo(2);
        assertThat(world.resident("1/0")).isEqualTo(of(3));
        assertThat(world.source(5, "2/0")).isEqualTo("none");

        heal(world, healing);
        assertThat(world.source(5, "2/0")).isEqualTo("1/0");
      }
    }
  }

  private static void heal(World world, String how) {
    String again = "  event store 1/0 device " + blocks(1, 3);
    switch (how) {
      case "clear" -> world.take("publish 1/0 3 arrives", "  event clear 1/0", again);
      case "dump" ->
          world.take(
              "publish 1/0 3 lost",
              "replay 1/0 oldest 4 early 0",
              "publish 1/0 4 lost",
              "publish 1/0 5 arrives");
      default ->
          world.take("close 1/0", "restart 1/0", "open 1/0 none", "publish 1/0 0 arrives", again);
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
