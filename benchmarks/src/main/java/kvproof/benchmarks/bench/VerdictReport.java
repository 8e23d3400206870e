package kvproof.benchmarks.bench;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import kvproof.benchmarks.load.LoadVerdict.Line;
import kvproof.benchmarks.section.Section;

/**
 * What a run of {@code kvproof replay --verdict} found.
 *
 * @param lines absent if too few rounds counted
 * @param leftOut runs that do not count, each with its reason
 * @param voidRuns of these, how many left an index that was not what the caches hold
 */
record VerdictReport(
    Section section,
    Optional<List<Line>> lines,
    int rounds,
    double requestsPerSecond,
    List<String> leftOut,
    int voidRuns) {

  private static final String INSIDE = "inside_noise";

  VerdictReport {
    leftOut = List.copyOf(leftOut);
  }

  boolean isInsideNoise() {
    return verdict().equals(INSIDE);
  }

  private String verdict() {
    if (voidRuns > 0) {
      return "void";
    }
    List<Line> all = lines.orElse(List.of());
    if (all.stream().anyMatch(Line::isOutsideNoise)) {
      return "outside_noise";
    }
    return all.isEmpty() || all.stream().anyMatch(Line::isTooNoisy) ? "none" : INSIDE;
  }

  String closingLine() {
    return String.format(
        Locale.ROOT,
        "VERDICT %s rounds=%d left_out=%d void=%d requests_per_second=%.0f",
        verdict(),
        rounds,
        leftOut.size(),
        voidRuns,
        requestsPerSecond);
  }
}
