package kvproof.soak.field;

import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a run came to, as its closing line says it. */
public record FieldSummary(List<FieldResult> results) {
  public FieldSummary {
    results = List.copyOf(results);
  }

  public long count(FieldVerdict verdict) {
    return results.stream().filter(result -> result.verdict() == verdict).count();
  }

  public boolean isGood() {
    return count(FieldVerdict.DIFFERS) == 0;
  }

  /**
   * Begins with {@code FIELD}; at its end what did not ask the router, what is beyond its promise
   * and what was left out, if there is any.
   */
  public String line() {
    TreeSet<String> missed =
        results.stream()
            .flatMap(result -> result.leftOut().stream())
            .collect(Collectors.toCollection(TreeSet::new));
    return "FIELD rows="
        + results.size()
        + " ok="
        + count(FieldVerdict.OK)
        + " differs="
        + count(FieldVerdict.DIFFERS)
        + " left_out="
        + count(FieldVerdict.LEFT_OUT)
        + " tests="
        + count(FieldVerdict.TEST)
        + ifAny(" not_asked=", FieldVerdict.NOT_ASKED)
        + ifAny(" beyond=", FieldVerdict.BEYOND)
        + (missed.isEmpty() ? "" : " parts_left_out=" + String.join(",", missed));
  }

  private String ifAny(String name, FieldVerdict verdict) {
    return count(verdict) == 0 ? "" : name + count(verdict);
  }
}
