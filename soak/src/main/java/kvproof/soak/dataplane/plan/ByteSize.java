package kvproof.soak.dataplane.plan;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text form of a number of bytes: {@code 65536}, {@code 64KiB}, {@code 16MiB}. */
public final class ByteSize {
  private static final Pattern SIZE = Pattern.compile("([1-9][0-9]{0,9})(|KiB|MiB|GiB)");
  private static final long UNIT = 1024;

  private ByteSize() {}

  /** Throws {@link IllegalArgumentException} that names any other text. */
  public static long parse(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "not a size: '" + text + "' (such as 65536, 64KiB or 16MiB)");
    }
    long amount = Long.parseLong(matcher.group(1));
    return switch (matcher.group(2)) {
      case "KiB" -> amount * UNIT;
      case "MiB" -> amount * UNIT * UNIT;
      case "GiB" -> amount * UNIT * UNIT * UNIT;
      default -> amount;
    };
  }

  /** In the largest unit that it has at least one of: whole, or with one decimal. */
  public static String print(long bytes) {
    return bytes < UNIT
        ? bytes + " B"
        : bytes < UNIT * UNIT
            ? in(bytes, UNIT, "KiB")
            : bytes < UNIT * UNIT * UNIT
                ? in(bytes, UNIT * UNIT, "MiB")
                : in(bytes, UNIT * UNIT * UNIT, "GiB");
  }

  private static String in(long bytes, long unit, String name) {
    return bytes % unit == 0
        ? bytes / unit + " " + name
        : String.format(Locale.ROOT, "%.1f %s", (double) bytes / unit, name);
  }
}
