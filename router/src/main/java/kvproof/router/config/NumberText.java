package kvproof.router.config;

import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers as variables write them: of ASCII digits, without blanks and without suffixes. */
final class NumberText {
  /** What {@link Double#parseDouble} takes besides, such as 1f or 0x1p3, is none to an operator. */
  private static final Pattern REAL =
      Pattern.compile("[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?[0-9]+)?");

  private static final Pattern COUNT = Pattern.compile("\\+?[0-9]+");

  private NumberText() {}

  /** NaN and the infinities are numbers here; past what a double holds is infinite. */
  static Optional<Double> real(String text) {
    String unsigned = text.replaceFirst("^[+-]", "").toLowerCase(Locale.ROOT);
    double sign = text.startsWith("-") ? -1 : 1;
    return switch (unsigned) {
      case "nan" -> Optional.of(Double.NaN);
      case "inf", "infinity" -> Optional.of(sign * Double.POSITIVE_INFINITY);
      default ->
          REAL.matcher(text).matches() ? Optional.of(Double.valueOf(text)) : Optional.empty();
    };
  }

  /** A whole number from 0, of any length. */
  static Optional<BigInteger> count(String text) {
    return COUNT.matcher(text).matches() ? Optional.of(new BigInteger(text)) : Optional.empty();
  }
}
