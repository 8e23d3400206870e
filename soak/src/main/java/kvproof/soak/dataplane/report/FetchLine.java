package kvproof.soak.dataplane.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchResult;
import kvproof.soak.dataplane.plan.ByteSize;
import kvproof.soak.dataplane.plan.EvenParts;
import kvproof.soak.dataplane.run.TrialResult;

/** One case as a line for a person, and further ones for what is worth a second look. */
public final class FetchLine {
  private static final String FORMAT = "%7s  %-38s %-13s %-34s %5s %9s %7s %10s %9s  %s";
  private static final String INDENT = " ".repeat(9);
  private static final int MOST_WRONG_SHOWN = 2;
  private static final double NANOS_PER_MILLI = 1e6;

  private FetchLine() {}

  /** What the columns are. */
  public static String heading() {
    return String.format(
        Locale.ROOT,
        FORMAT,
        "case",
        "scenario",
        "from, to",
        "prompt",
        "asked",
        "delivered",
        "missing",
        "checked",
        "time",
        "outcome");
  }

  /** The case, then whose bytes the wrong ones are, what is remarked, and what differs. */
  public static List<String> of(TrialResult result, int cases) {
    List<String> lines = new ArrayList<>();
    lines.add(line(result, cases).stripTrailing());
    List<String> whose = result.seen().whoseBytes();
    whose.stream().limit(MOST_WRONG_SHOWN).forEach(text -> lines.add(INDENT + text));
    if (whose.size() > MOST_WRONG_SHOWN) {
      lines.add(INDENT + "and " + (whose.size() - MOST_WRONG_SHOWN) + " more");
    }
    result.seen().remarks().forEach(remark -> lines.add(INDENT + remark));
    result.firstTry().ifPresent(first -> lines.addAll(ofFirstTry(first)));
    result.differences().forEach(difference -> lines.add(INDENT + "DIFFERS " + difference));
    return lines;
  }

  private static List<String> ofFirstTry(TrialResult first) {
    List<String> lines = new ArrayList<>();
    lines.add(INDENT + "repeated with a longer timeout: the first try ran into a timeout");
    first.differences().forEach(text -> lines.add(INDENT + "first try: " + text));
    return lines;
  }

  private static String line(TrialResult result, int cases) {
    var plan = result.plan();
    return String.format(
        Locale.ROOT,
        FORMAT,
        plan.number() + "/" + cases,
        plan.title(),
        result.asked().map(Object::toString).orElse("nobody") + ", " + plan.target(),
        plan.externalHashes().size() + " x " + EvenParts.print(plan.layout()),
        number(result, FetchOutcome::asked),
        number(result, FetchOutcome::delivered),
        number(result, FetchOutcome::missing),
        ByteSize.print(result.seen().checkedBytes()),
        time(result.seen().nanos()),
        result.actual().map(FetchLine::outcome).orElse("nothing came of it"));
  }

  private interface Count {
    int of(FetchOutcome outcome);
  }

  private static String number(TrialResult result, Count count) {
    return result.actual().map(is -> Integer.toString(count.of(is.outcome()))).orElse("-");
  }

  /** Milliseconds. */
  static String time(long nanos) {
    return String.format(Locale.ROOT, "%.1f ms", nanos / NANOS_PER_MILLI);
  }

  /** The status, and whatever is out of the ordinary. */
  static String outcome(FetchResult result) {
    return result.outcome().status().name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + (result.wrongBlocks().isEmpty() ? "" : ", wrong bytes")
        + (result.isTimedOut() ? ", timed out" : "")
        + (result.wasQuarantined() ? ", quarantined" : "")
        + (result.isQuiet() ? "" : ", not quiet");
  }
}
