package kvproof.router.document;

import static java.util.Comparator.comparingInt;
import static java.util.Comparator.naturalOrder;

import java.util.Collection;
import java.util.List;

/** The keys that somebody who wrote an unknown one may have meant. */
final class KnownKeys {
  /** As many as one reads in a message. */
  private static final int MOST_NAMED = 10;

  private static final int MOST_NEAR = 3;

  private KnownKeys() {}

  /** All known keys, or of many those that take the fewest letters to reach, the nearest first. */
  static String nearest(String unknown, Collection<String> known) {
    if (known.size() <= MOST_NAMED) {
      return "one of " + String.join(", ", known.stream().sorted().toList());
    }
    List<String> near =
        known.stream()
            .sorted(
                comparingInt((String key) -> distance(unknown, key)).thenComparing(naturalOrder()))
            .limit(MOST_NEAR)
            .toList();
    return "one of "
        + String.join(", ", near)
        + " or "
        + (known.size() - MOST_NEAR)
        + " that are less alike";
  }

  /** Letters to insert, to delete and to replace. */
  private static int distance(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[to.length()];
  }
}
