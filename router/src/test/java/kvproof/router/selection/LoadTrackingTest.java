package kvproof.router.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import kvproof.model.Admission;
import kvproof.model.RequestOverride;
import kvproof.model.SelectionRequest;
import kvproof.router.config.ConfigParts;
import kvproof.router.config.ConfigReading;
import kvproof.router.load.LoadTracking;
import kvproof.router.policy.DefaultPolicy;
import org.junit.jupiter.api.Test;

/** What settings leave out of the load is neither booked nor counted when a rank is chosen. */
class LoadTrackingTest {
  private static Scene tracking(String... settings) {
    var variables = new TreeMap<String, String>();
    for (String setting : settings) {
      String[] parts = setting.split("=");
      variables.put("DYN_ROUTER_" + parts[0], parts[1]);
    }
    LoadTracking tracking = new ConfigParts(ConfigReading.of(variables).config()).loadTracking();
    var scene = new Scene();
    scene.partition =
        Partition.open(
            PartitionSettings.ofDefaults(Scene.settings()).with(tracking),
            DefaultPolicy.factory(),
            scene,
            scene.claims,
            scene.warnings::add);
    return scene.workers(1);
  }

  private static SelectionRequest assumingReuse(boolean assumes, SelectionRequest request) {
    return request.with(
        new RequestOverride(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.of(assumes),
            Optional.empty()));
  }

  private static long blocks(Scene scene) {
    return scene.load(1).activeBlocks();
  }

  @Test
  void promptsShareTheirPrefixByDefault() {
    Scene scene = tracking();
    scene.book("a", 3);
    scene.book("b", 4);

    assertThat(blocks(scene)).isEqualTo(4);
    assertThat(scene.chosen("b").orElseThrow().potentialDecodeBlocks()).isEqualTo(3 + 1);
  }

  @Test
  void withoutReuseEveryPromptCountsInFull() {
    Scene scene = tracking("ASSUME_KV_REUSE=false");
    scene.book("a", 3);
    scene.book("b", 4);

    assertThat(blocks(scene)).isEqualTo(3 + 4);
    assertThat(scene.chosen("b").orElseThrow().potentialDecodeBlocks()).isEqualTo(3 + 4);
  }

  @Test
  void aRequestMayAssumeReuseWhereTheRouterDoesNot() {
    Scene scene = tracking("ASSUME_KV_REUSE=false");
    scene.submit(assumingReuse(true, Scene.request("a", Admission.BOOK, 3)));
    scene.submit(assumingReuse(true, Scene.request("b", Admission.BOOK, 4)));

    assertThat(blocks(scene)).isEqualTo(4);
    assertThat(scene.chosen("b").orElseThrow().potentialDecodeBlocks()).isEqualTo(3 + 1);
  }

  /** What others share is no gain for a request that shares nothing. */
  @Test
  void withoutReuseABookedPrefixSavesNothing() {
    Scene scene = tracking("ASSUME_KV_REUSE=false");
    scene.submit(assumingReuse(true, Scene.request("a", Admission.BOOK, 3)));

    scene.query("q", 4);

    assertThat(scene.chosen("q").orElseThrow().potentialDecodeBlocks()).isEqualTo(3 + 4);
  }

  /** The prompt of a request comes on top of what is active, as its blocks are not tracked. */
  @Test
  void untrackedBlocksAreBookedNowhere() {
    Scene scene = tracking("TRACK_ACTIVE_BLOCKS=false");
    scene.book("a", 3);
    scene.submit(assumingReuse(false, Scene.request("b", Admission.BOOK, 4)));

    assertThat(blocks(scene)).isZero();
    assertThat(scene.load(1).activeRequests()).isEqualTo(2);
    assertThat(scene.load(1).activePrefillTokens()).isEqualTo((3 + 4) * Scene.BLOCK);
    assertThat(scene.chosen("b").orElseThrow().potentialDecodeBlocks()).isEqualTo(4);
  }

  /** Blocks that count nowhere cost nothing: the rank with more of the prompt booked is as good. */
  @Test
  void untrackedBlocksDoNotSpreadRequests() {
    Scene scene = tracking("TRACK_ACTIVE_BLOCKS=false").workers(1, 2);
    scene.bookOn(1, "a", 8);
    scene.partition.completePrefill("a");
    scene.query("q", 2);

    assertThat(scene.chosen("q").orElseThrow().cost()).isEqualTo(2);
  }

  @Test
  void outputIsTrackedOnlyWhereAskedFor() {
    Scene silent = tracking();
    silent.book("a", 3);
    silent.partition.addOutputBlocks("a", 5, 0.5);
    Scene counting = tracking("TRACK_OUTPUT_BLOCKS=true");
    counting.book("a", 3);
    counting.partition.addOutputBlocks("a", 5, 1);

    assertThat(blocks(silent)).isEqualTo(3);
    assertThat(blocks(counting)).isEqualTo(3 + 5);
  }

  @Test
  void outputWithoutActiveBlocksIsRefused() {
    assertThatThrownBy(() -> new LoadTracking(true, false, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("router_track_output_blocks needs router_track_active_blocks");
    assertThatThrownBy(() -> tracking("TRACK_ACTIVE_BLOCKS=false", "TRACK_OUTPUT_BLOCKS=true"))
        .hasMessageContaining("router_track_output_blocks needs router_track_active_blocks");
  }
}
