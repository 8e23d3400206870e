package kvproof.soak;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 90s}, {@code 10m}, {@code 2h} or {@code 500ms}. */
final class BudgetConverter implements ITypeConverter<Duration> {
  private static final Pattern BUDGET = Pattern.compile("([1-9][0-9]{0,8})(ms|s|m|h)");

  @Override
  public Duration convert(String text) {
    Matcher matcher = BUDGET.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException(
          "not a length of time: '" + text + "' (such as 500ms, 90s, 10m or 2h)");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "ms" -> Duration.ofMillis(amount);
      case "s" -> Duration.ofSeconds(amount);
      case "m" -> Duration.ofMinutes(amount);
      default -> Duration.ofHours(amount);
    };
  }

  /** In the largest unit that gives a whole number. */
  static String print(Duration budget) {
    long millis = budget.toMillis();
    if (millis % 1_000 != 0) {
      return millis + "ms";
    }
    long seconds = millis / 1_000;
    return seconds % 3_600 == 0
        ? seconds / 3_600 + "h"
        : seconds % 60 == 0 ? seconds / 60 + "m" : seconds + "s";
  }
}
