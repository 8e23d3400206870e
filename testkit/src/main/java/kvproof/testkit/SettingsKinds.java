package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.CostWeights;
import kvproof.model.QueueClass;
import kvproof.model.QueueClass.Cell;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import kvproof.model.SchedulerSettings;

/** Draws settings of schedulers whose ranks are busy soon and whose classes get into each other. */
final class SettingsKinds {
  static final long SECOND = 1_000_000_000L;
  static final long MILLI = 1_000_000L;

  /** A class that can be asked for by its own name. */
  static final String EXPLICIT_CLASS = "extra";

  private static final List<String> FAMILIES = List.of("standard", "latency");
  private static final List<Double> CREDITS = List.of(0.0, 0.25, 0.5, 1.0, 2.0);
  private static final List<Double> SHARES = List.of(0.0, 0.2, 0.25, 0.5, 0.75, 1.0);
  private static final List<Double> TEMPERATURES = List.of(0.05, 0.5, 1.0, 3.0);
  private static final List<Long> QUANTA = List.of(1L, 3L, 4L, 10L, 40L, 1_000L);
  private static final List<Long> PACES =
      List.of(0L, MILLI, 7 * MILLI, 50 * MILLI, 250 * MILLI, SECOND);

  private final SeededRandom random;
  private final int blockSize;

  /** Whether in every class whoever comes waits for the prefill of others, so that all wait. */
  private final boolean isBusyAtOnce;

  private SettingsKinds(SeededRandom random) {
    this.random = random;
    this.blockSize = List.of(4, 16, 1, 3, 10, 12).get(random.weighted(38, 30, 8, 8, 8, 8));
    this.isBusyAtOnce = random.chance(45);
  }

  static SchedulerSettings draw(SeededRandom random) {
    return new SettingsKinds(random).settings();
  }

  private SchedulerSettings settings() {
    return new SchedulerSettings(
        blockSize,
        random.chance(35),
        weights(),
        random.chance(80) ? 0.0 : random.pick(TEMPERATURES),
        random.chance(82),
        queue(),
        refreshAfter(),
        expiry(),
        random.chance(35) ? OptionalLong.of(random.pick(PACES)) : OptionalLong.empty(),
        random.nextLong());
  }

  private CostWeights weights() {
    CostWeights defaults = CostWeights.defaults();
    return new CostWeights(
        or(defaults.overlapCredit(), CREDITS),
        random.chance(60) ? 0.0 : random.pick(CREDITS),
        or(defaults.prefillScale(), CREDITS),
        random.chance(65) ? 0.0 : random.pick(List.of(0.1, 0.5, 1.0, 3.0)),
        or(defaults.hostHit(), SHARES),
        or(defaults.diskHit(), SHARES),
        random.chance(50) ? 0.0 : random.pick(SHARES));
  }

  private double or(double usual, List<Double> others) {
    return random.chance(70) ? usual : random.pick(others);
  }

  private OptionalLong refreshAfter() {
    return switch (random.weighted(8, 17, 45, 30)) {
      case 0 -> OptionalLong.empty();
      case 1 -> OptionalLong.of(1); // as good as always
      case 2 -> OptionalLong.of(random.between(1, 4) * 500L * MILLI);
      default -> OptionalLong.of(random.between(3, 20) * SECOND);
    };
  }

  private OptionalLong expiry() {
    return switch (random.weighted(50, 30, 20)) {
      case 0 -> OptionalLong.empty();
      case 1 -> OptionalLong.of(random.between(1, 45) * SECOND);
      default -> OptionalLong.of(random.pick(List.of(60 * SECOND, 90 * SECOND, 300 * SECOND)));
    };
  }

  private QueueProfile queue() {
    return switch (random.weighted(24, 36, 40)) {
      case 0 -> synthetic();
      case 1 -> explicit();
      default -> families();
    };
  }

  private QueueProfile synthetic() {
    QueueOrder order = random.pick(List.of(QueueOrder.values()));
    QueueClass only = queueClass(QueueProfile.SYNTHETIC_CLASS, Optional.empty(), order, 1);
    return new QueueProfile(List.of(only), List.of(), Optional.empty());
  }

  private QueueProfile explicit() {
    List<QueueClass> classes = new ArrayList<>();
    for (String name :
        List.of("first", "second", EXPLICIT_CLASS).subList(0, random.between(2, 3))) {
      classes.add(queueClass(name, Optional.empty(), order(), random.pick(QUANTA)));
    }
    return new QueueProfile(classes, List.of(), Optional.empty());
  }

  private QueueProfile families() {
    List<CacheBucket> buckets = new ArrayList<>(List.of(new CacheBucket("cached", 0)));
    if (random.chance(75)) {
      buckets.add(new CacheBucket("uncached", (long) blockSize * random.between(1, 6)));
    }
    int count = random.between(1, 2);
    List<QueueClass> classes = new ArrayList<>();
    for (String family : FAMILIES.subList(0, count)) {
      for (CacheBucket bucket : buckets) {
        String name = family + "_" + bucket.name();
        Cell cell = new Cell(family, bucket.name());
        classes.add(queueClass(name, Optional.of(cell), order(), random.pick(QUANTA)));
      }
    }
    if (random.chance(50)) {
      classes.add(queueClass(EXPLICIT_CLASS, Optional.empty(), order(), random.pick(QUANTA)));
    }
    return new QueueProfile(
        random.shuffled(classes), buckets, Optional.of(random.pick(FAMILIES.subList(0, count))));
  }

  private QueueOrder order() {
    return random.chance(55) ? QueueOrder.FCFS : QueueOrder.WSPT;
  }

  private QueueClass queueClass(String name, Optional<Cell> cell, QueueOrder order, long quantum) {
    OptionalLong busyTokens = OptionalLong.empty();
    OptionalDouble busyFraction = OptionalDouble.empty();
    switch (isBusyAtOnce ? 1 : random.weighted(9, 42, 24, 4, 13, 8)) {
      case 0 -> {} // nothing ever waits
      case 1 -> busyTokens = OptionalLong.of(0);
      case 2 -> busyTokens = OptionalLong.of((long) blockSize * random.between(1, 20));
      case 3 -> busyTokens = OptionalLong.of(1_000_000);
      case 4 -> busyFraction = OptionalDouble.of(random.pick(List.of(0.0, 0.25, 0.5, 1.0)));
      default -> {
        busyTokens = OptionalLong.of((long) blockSize * random.between(0, 10));
        busyFraction = OptionalDouble.of(random.pick(List.of(0.1, 0.5, 1.0)));
      }
    }
    return new QueueClass(
        name,
        cell,
        order,
        quantum,
        busyTokens,
        busyFraction,
        limit(List.of(1L, 1L, 2L, 3L)),
        limit(List.of(1L, 2L * blockSize, 8L * blockSize)),
        limit(List.of(1L, 2L * blockSize, 8L * blockSize)));
  }

  /** Mostly none, seldom 0. */
  private OptionalLong limit(List<Long> limits) {
    return switch (random.weighted(84, 12, 4)) {
      case 0 -> OptionalLong.empty();
      case 1 -> OptionalLong.of(random.pick(limits));
      default -> OptionalLong.of(0);
    };
  }
}
