package kvproof.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The classes of a queue, and how a request finds its own.
 *
 * <p>Throws {@link IllegalArgumentException} if some request would find no class, or could mean
 * two: a family lacks a class for a bucket, a name or a cell is there twice, or an explicit class
 * is named as a family. Only the class of {@link #synthetic} may be {@link QueueOrder#LCFS}.
 *
 * @param buckets by {@code minTokens}, from 0, strictly rising; empty without families
 * @param defaultFamily where a request goes that names no explicit class and no family; absent
 *     without families: the first class
 */
public record QueueProfile(
    List<QueueClass> classes, List<CacheBucket> buckets, Optional<String> defaultFamily) {

  /** Name of the one class that stands for a queue without configured classes. */
  public static final String SYNTHETIC_CLASS = "default";

  /** Requests with at least {@code minTokens} uncached tokens, up to the next bucket. */
  public record CacheBucket(String name, long minTokens) {}

  public QueueProfile {
    classes = List.copyOf(classes);
    buckets = List.copyOf(buckets);
    QueueProfileRules.check(classes, buckets, defaultFamily);
  }

  /**
   * One class for everything.
   *
   * @param busyFraction absent: nothing ever waits
   */
  public static QueueProfile synthetic(OptionalDouble busyFraction, QueueOrder order) {
    return new QueueProfile(
        List.of(
            new QueueClass(
                SYNTHETIC_CLASS,
                Optional.empty(),
                order,
                1,
                OptionalLong.empty(),
                busyFraction,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.empty())),
        List.of(),
        Optional.empty());
  }
}
