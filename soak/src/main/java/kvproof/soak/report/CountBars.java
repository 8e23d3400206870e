package kvproof.soak.report;

import java.util.Collection;
import java.util.Locale;
import java.util.SortedMap;
import kvproof.soak.page.Markup;

/**
 * Counts as horizontal bars, by name. Lengths go with the logarithm: some things happen a thousand
 * times as often as others, and the rare ones matter.
 */
final class CountBars {
  private static final double WHOLE_PERCENT = 100;

  private CountBars() {}

  /** What is in {@code missed} is marked as never met. */
  static void draw(Markup page, SortedMap<String, Long> counts, Collection<String> missed) {
    if (counts.isEmpty()) {
      page.element("p", "Nothing was counted.", "class", "quiet").line();
      return;
    }
    long most = counts.values().stream().mapToLong(Long::longValue).max().orElse(0);
    page.open("div", "class", "counts").line();
    counts.forEach(
        (name, count) -> {
          page.element("span", name, "class", "what");
          if (missed.contains(name)) {
            page.element("span", "", "class", "never");
            page.element("span", "never met", "class", "many bad").line();
          } else {
            page.element("span", "", "class", "length", "style", "width:" + percent(count, most));
            page.element("span", CountText.print(count), "class", "many").line();
          }
        });
    page.close().line();
    page.element("p", "Lengths are logarithmic.", "class", "quiet").line();
  }

  private static String percent(long count, long most) {
    double share = most == 0 ? 0 : Math.log1p((double) count) / Math.log1p((double) most);
    return String.format(Locale.ROOT, "%.1f%%", WHOLE_PERCENT * share);
  }
}
