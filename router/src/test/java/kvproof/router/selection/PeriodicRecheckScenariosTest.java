package kvproof.router.selection;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import kvproof.model.SchedulerSettings;
import kvproof.router.config.ConfigParts;
import kvproof.router.config.ConfigReading;
import kvproof.router.config.PartitionTraits;
import kvproof.router.config.PolicyProfiles;
import kvproof.router.config.RouterDocument;
import kvproof.router.policy.WorkerType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How often a queue looks again although nobody told it of anything. */
class PeriodicRecheckScenariosTest {
  private static final long MILLI = 1_000_000L;

  /** A token lasts so long that load does not decay to nothing within a test. */
  private static final long NANOS_PER_TOKEN = 1_000 * Scene.SECOND;

  private static SchedulerSettings settings(
      Map<String, String> environment, PolicyProfiles profiles) {
    return new ConfigParts(ConfigReading.of(environment).config())
        .scheduler(
            profiles,
            new PartitionTraits(
                "m", Scene.BLOCK, WorkerType.DECODE, OptionalLong.of(NANOS_PER_TOKEN), true, 1));
  }

  private static SchedulerSettings withThreshold(String loadModel) {
    return settings(
        Map.of("DYN_ROUTER_PREFILL_LOAD_MODEL", loadModel, "DYN_ROUTER_QUEUE_THRESHOLD", "0"),
        PolicyProfiles.none());
  }

  /** Frees the one rank behind the queue's back, and says when the queue saw it. */
  private static void assertSeenAfter(long nanos, SchedulerSettings settings) {
    Scene scene = Scene.open(settings).workers(1);
    scene.book("active", 1);
    scene.book("parked", 1);
    assertThat(scene.isAnswered("parked")).isFalse();
    scene.sequences.free("active", 0);

    assertThat(scene.advanceTo(nanos - 1)).isEmpty();
    scene.advanceTo(nanos);

    assertThat(scene.isAnswered("parked")).isTrue();
  }

  @Test
  @Tag("J13")
  void queueLooksEveryTenthOfASecondWhereLoadFallsAndSomebodyWaits() {
    assertSeenAfter(100 * MILLI, withThreshold("aic"));
  }

  @Test
  @Tag("J13")
  void queueLooksEveryMinuteWhereNoModelSaysThatLoadFalls() {
    assertSeenAfter(60 * Scene.SECOND, withThreshold("none"));
  }

  @Test
  @Tag("J13")
  void aClassWithAThresholdCountsToo() {
    PolicyProfiles profiles =
        RouterDocument.parse(
                """
                default_policy_family: all
                uncached_isl_buckets: [{min_tokens: 0, bucket: all}]
                policy_classes:
                  - {name: a, policy_family: all, cache_bucket: all, quantum: 1,
                     prefill_busy_threshold: 0}
                """)
            .profiles();

    assertSeenAfter(
        100 * MILLI, settings(Map.of("DYN_ROUTER_PREFILL_LOAD_MODEL", "aic"), profiles));
  }

  /** Nobody waits without a threshold, so that nobody is looked for either. */
  @Test
  @Tag("J13")
  void withoutAThresholdNothingWaits() {
    Scene scene =
        Scene.open(settings(Map.of("DYN_ROUTER_PREFILL_LOAD_MODEL", "aic"), PolicyProfiles.none()))
            .workers(1);
    scene.book("active", 1);
    scene.book("second", 1);

    assertThat(scene.isAnswered("second")).isTrue();
  }
}
