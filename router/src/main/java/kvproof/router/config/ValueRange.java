package kvproof.router.config;

import java.util.function.Predicate;

/**
 * Which values of its type a setting takes.
 *
 * @param wording as in "must be ...", empty where every value is good
 * @param holds false for NaN always
 */
public record ValueRange<T>(String wording, Predicate<T> holds) {

  static <T> ValueRange<T> any() {
    return new ValueRange<>("", _ -> true);
  }

  static ValueRange<Double> finiteFromZero() {
    return new ValueRange<>("finite and at least 0", value -> value >= 0 && Double.isFinite(value));
  }

  /** Takes infinity too. */
  static ValueRange<Double> fromZero() {
    return new ValueRange<>("at least 0", value -> value >= 0);
  }

  static ValueRange<Double> share() {
    return new ValueRange<>("from 0 to 1", value -> value >= 0 && value <= 1);
  }

  static ValueRange<Long> countFromZero() {
    return new ValueRange<>("at least 0", value -> value >= 0);
  }

  static ValueRange<Long> countFromOne() {
    return new ValueRange<>("at least 1", value -> value >= 1);
  }

  static ValueRange<Long> threads() {
    return new ValueRange<>("from 1 to 4294967295", value -> value >= 1 && value <= 0xFFFF_FFFFL);
  }
}
