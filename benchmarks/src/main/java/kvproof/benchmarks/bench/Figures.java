package kvproof.benchmarks.bench;

import java.util.Locale;
import java.util.OptionalDouble;

/** How figures are printed: three digits that count, no locale. */
final class Figures {
  private Figures() {}

  /** {@code 0.123}, {@code 1.23}, {@code 12.3}, {@code 123}, {@code 1,230}. */
  static String print(double figure) {
    if (figure >= 100) {
      return String.format(Locale.ROOT, "%,.0f", figure);
    }
    return String.format(
        Locale.ROOT, figure >= 10 ? "%.1f" : figure >= 1 ? "%.2f" : "%.3f", figure);
  }

  static String print(OptionalDouble figure, String otherwise) {
    return figure.isPresent() ? print(figure.getAsDouble()) : otherwise;
  }

  /** As a multiple: {@code 12.3x}. */
  static String times(double ratio) {
    return print(ratio) + "x";
  }
}
