package kvproof.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.QueueClass.Cell;
import kvproof.model.QueueProfile.CacheBucket;
import org.junit.jupiter.api.Test;

/** Profiles in which some request would find no class, or two. */
class QueueProfileTest {
  private static final CacheBucket CACHED = new CacheBucket("cached", 0);
  private static final CacheBucket UNCACHED = new CacheBucket("uncached", 32);
  private static final List<CacheBucket> BUCKETS = List.of(CACHED, UNCACHED);

  private static final List<QueueClass> CLASSES =
      List.of(
          explicit("urgent", QueueOrder.FCFS),
          cell("l_cached", "latency", "cached"),
          cell("l_uncached", "latency", "uncached"));

  private static QueueClass explicit(String name, QueueOrder order) {
    return queueClass(name, Optional.empty(), order);
  }

  private static QueueClass cell(String name, String family, String bucket) {
    return queueClass(name, Optional.of(new Cell(family, bucket)), QueueOrder.WSPT);
  }

  private static QueueClass queueClass(String name, Optional<Cell> cell, QueueOrder order) {
    return new QueueClass(
        name,
        cell,
        order,
        1,
        OptionalLong.empty(),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private static List<QueueClass> with(QueueClass further) {
    List<QueueClass> classes = new ArrayList<>(CLASSES);
    classes.add(further);
    return classes;
  }

  private static void assertRefused(
      List<QueueClass> classes, List<CacheBucket> buckets, String family, String message) {
    Optional<String> defaultFamily = Optional.of(family).filter(name -> !name.isEmpty());
    assertThatThrownBy(() -> new QueueProfile(classes, buckets, defaultFamily))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void profilesWithAndWithoutFamiliesAreGood() {
    assertThat(new QueueProfile(CLASSES, BUCKETS, Optional.of("latency")).classes()).hasSize(3);
    assertThat(new QueueProfile(CLASSES.subList(0, 1), List.of(), Optional.empty()).buckets())
        .isEmpty();
    assertThat(QueueProfile.synthetic(OptionalDouble.empty(), QueueOrder.LCFS).classes())
        .extracting(QueueClass::order)
        .containsExactly(QueueOrder.LCFS);
  }

  @Test
  void bucketsBeginAtZeroAndRise() {
    assertRefused(
        CLASSES,
        List.of(new CacheBucket("cached", 1), UNCACHED),
        "latency",
        "cache bucket 'cached' begins at 1 tokens: buckets begin at 0 and rise");
    assertRefused(
        CLASSES,
        List.of(CACHED, new CacheBucket("uncached", 0)),
        "latency",
        "cache bucket 'uncached' begins at 0 tokens: buckets begin at 0 and rise");
    assertRefused(
        CLASSES, List.of(CACHED, CACHED), "latency", "two cache buckets are named 'cached'");
    assertRefused(
        CLASSES,
        List.of(),
        "latency",
        "families [latency] have no cache bucket: one begins at 0 tokens at least");
    assertRefused(
        CLASSES.subList(0, 1),
        BUCKETS,
        "",
        "no class is of a family, so that nothing falls into bucket 'cached, uncached': leave the"
            + " buckets out");
  }

  @Test
  void everyFamilyHasOneClassForEveryBucket() {
    assertRefused(
        CLASSES.subList(0, 2),
        BUCKETS,
        "latency",
        "family 'latency' has no class for bucket 'uncached'");
    assertRefused(
        with(cell("again", "latency", "cached")),
        BUCKETS,
        "latency",
        "classes 'l_cached' and 'again' both serve family 'latency' and bucket 'cached'");
    assertRefused(
        with(cell("more", "latency", "huge")),
        BUCKETS,
        "latency",
        "class 'more' serves 'huge', which is no bucket: expected one of cached, uncached");
  }

  @Test
  void defaultFamilyIsOneThatThereIs() {
    assertRefused(
        CLASSES,
        BUCKETS,
        "",
        "there are families [latency] and none of them is the default family");
    assertRefused(CLASSES, BUCKETS, "nobody", "no class is of the default family 'nobody'");
    assertRefused(
        CLASSES.subList(0, 1), List.of(), "nobody", "no class is of the default family 'nobody'");
  }

  @Test
  void aNameMeansOneThing() {
    assertRefused(
        with(explicit("latency", QueueOrder.FCFS)),
        BUCKETS,
        "latency",
        "the explicit class 'latency' is named as a family");
    assertRefused(
        with(explicit("l_cached", QueueOrder.FCFS)),
        BUCKETS,
        "latency",
        "two policy classes are named 'l_cached'");
    assertRefused(List.of(), List.of(), "", "a queue profile has no class");
  }

  @Test
  void onlyTheSyntheticClassIsLastComeFirstServed() {
    QueueClass synthetic = explicit(QueueProfile.SYNTHETIC_CLASS, QueueOrder.LCFS);
    String refusal = "class '%s' is lcfs, expected fcfs or wspt";

    assertThat(new QueueProfile(List.of(synthetic), List.of(), Optional.empty()).classes())
        .containsExactly(synthetic);
    assertRefused(
        List.of(explicit("one", QueueOrder.LCFS)), List.of(), "", refusal.formatted("one"));
    assertRefused(
        List.of(synthetic, explicit("two", QueueOrder.FCFS)),
        List.of(),
        "",
        refusal.formatted(QueueProfile.SYNTHETIC_CLASS));
    assertRefused(
        List.of(queueClass("default", Optional.of(new Cell("f", "cached")), QueueOrder.LCFS)),
        List.of(CACHED),
        "f",
        refusal.formatted("default"));
  }
}
