package kvproof.soak.report;

import java.util.Locale;

/** The text form of a large count. */
final class CountText {
  private CountText() {}

  /** Such as {@code 20,000}, in every locale. */
  static String print(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }
}
