package kvproof.soak.report;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The router behind the line protocol that was on trial in a run.
 *
 * @param command as it was given
 * @param name what it calls itself, with its version
 * @param leftOut what it cannot do, and so was not compared
 * @param steps how many steps it was not told, by the capability that it lacks
 * @param known how many differences were known, by the rule that knows them
 * @param stderr the last lines of its standard error
 * @param atTheEnd what was wrong when its input had ended; absent: nothing, or it was not asked
 */
public record RouterReport(
    String command,
    String name,
    List<String> leftOut,
    SortedMap<String, Long> steps,
    SortedMap<String, Long> known,
    List<String> stderr,
    Optional<String> atTheEnd) {

  public RouterReport {
    leftOut = List.copyOf(leftOut);
    steps = unmodifiableSortedMap(new TreeMap<>(steps));
    known = unmodifiableSortedMap(new TreeMap<>(known));
    stderr = List.copyOf(stderr);
  }

  /** What the closing line of the run says of it, behind what it always says. */
  public String closing() {
    return " router="
        + name
        + " left_out="
        + (leftOut.isEmpty() ? "none" : String.join(",", leftOut))
        + " steps_left_out="
        + sum(steps)
        + " known="
        + sum(known)
        + (atTheEnd.isPresent() ? " end_of_input=falsified" : "");
  }

  private static long sum(SortedMap<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
