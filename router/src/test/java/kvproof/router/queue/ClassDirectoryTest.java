package kvproof.router.queue;

import static kvproof.router.queue.Queues.cell;
import static kvproof.router.queue.Queues.queueClass;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClassDirectoryTest {
  private static final List<CacheBucket> BUCKETS =
      List.of(new CacheBucket("cached", 0), new CacheBucket("uncached", 32));

  private static final List<QueueClass> CLASSES =
      List.of(
          queueClass("custom_priority", 1),
          cell("latency_cached", "latency", "cached"),
          cell("latency_uncached", "latency", "uncached"),
          cell("standard_cached", "standard", "cached"),
          cell("standard_uncached", "standard", "uncached"));

  private final PolicyQueue<String> queue = new PolicyQueue<>(profile(CLASSES, BUCKETS));

  @ParameterizedTest
  @CsvSource({
    "latency, 64, latency_cached",
    "latency, 0, latency_uncached",
    "unknown, 64, standard_cached",
    "latency_cached, 0, standard_uncached",
    "custom_priority, 0, custom_priority",
    "custom_priority, 64, custom_priority",
    "'', 0, standard_uncached",
    "latency, 32, latency_uncached",
    "latency, 33, latency_cached",
  })
  @Tag("G14")
  void promptOf64TokensFindsItsClass(String requested, long cached, String expected) {
    QueueCost cost = QueueCost.of(64, cached);

    assertThat(queue.queueClass(queue.classOf(requested, cost.uncachedTokens())).name())
        .isEqualTo(expected);
  }

  @Test
  void withoutFamiliesEverythingElseGoesToTheFirstClass() {
    PolicyQueue<String> plain = Queues.of(queueClass("first", 1), queueClass("second", 1));

    assertThat(plain.classOf("second", 0)).isEqualTo(1);
    assertThat(plain.classOf("unknown", 1_000_000)).isZero();
  }

  @Test
  void syntheticProfileHasOneClassForEverything() {
    PolicyQueue<String> synthetic =
        new PolicyQueue<>(QueueProfile.synthetic(OptionalDouble.empty(), QueueOrder.LCFS));

    assertThat(synthetic.classCount()).isEqualTo(1);
    assertThat(synthetic.classOf("", 7)).isZero();
    assertThat(synthetic.queueClass(0).quantum()).isEqualTo(1);
  }

  private static QueueProfile profile(List<QueueClass> classes, List<CacheBucket> buckets) {
    return new QueueProfile(classes, buckets, Optional.of("standard"));
  }
}
