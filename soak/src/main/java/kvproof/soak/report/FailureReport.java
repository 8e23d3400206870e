package kvproof.soak.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.Arrival;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.Request;
import kvproof.model.Verdict.Difference;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.front.Fronts;
import kvproof.soak.front.Taken;

/** What a person reads of one finding: who said what, on the smallest history, and how to rerun. */
public final class FailureReport {
  private static final int FURTHER_SHOWN = 5;
  private static final int NAME_COLUMN_AT_MOST = 48;

  private final List<String> lines = new ArrayList<>();

  private FailureReport() {}

  /** Lines that each end with a line feed. */
  public static String of(Finding finding) {
    var report = new FailureReport();
    Divergence divergence = finding.divergence();
    report.heading(divergence);
    report.field("case", caseNumber(finding));
    report.field("shrunk", shrinking(finding));
    report.body(divergence, finding.shrunk());
    report.field("kept", finding.keptAs().orElse("nowhere, it could not be written"));
    report.field("rerun", finding.rerun());
    return report.text();
  }

  /**
   * For a case that was read from a file and diverged again.
   *
   * @param options what the command line had besides; empty, or it begins with a blank
   */
  public static String ofReplay(String file, String options, Case replayed, Divergence divergence) {
    var report = new FailureReport();
    report.heading(divergence);
    report.field("case", file);
    report.body(divergence, replayed);
    report.field("rerun", "./kvproof replay " + file + options);
    return report.text();
  }

  private void heading(Divergence divergence) {
    lines.add("SOAK " + divergence.first().part() + " falsified");
  }

  private void body(Divergence divergence, Case shown) {
    Difference first = divergence.first();
    field("where", first.where() + ", " + when(divergence, shown));
    int width = Math.max(first.expected().length(), first.actual().length());
    field("expected", side(first.expected(), width, first.expectedBy()));
    field("actual", side(first.actual(), width, divergence.actualBy()));
    further(divergence.differences());
    divergence.exchanged().forEach(line -> field("exchanged", line));
    history(shown);
  }

  private void field(String name, String value) {
    lines.add("  " + name + " ".repeat(10 - name.length()) + value);
  }

  private static String caseNumber(Finding finding) {
    return (finding.index() + 1)
        + " of "
        + finding.casesAsked()
        + ", seed "
        + SeedText.print(finding.original().seed());
  }

  private static String shrinking(Finding finding) {
    return count(finding.original().steps().size(), "event")
        + " to "
        + finding.shrunk().steps().size()
        + ", "
        + (finding.shrinkTries() == 1 ? "1 try" : finding.shrinkTries() + " tries");
  }

  private static String count(int number, String noun) {
    return number + " " + noun + (number == 1 ? "" : "s");
  }

  private static String when(Divergence divergence, Case shown) {
    return divergence.step() < shown.steps().size()
        ? "after step " + (divergence.step() + 1)
        : "at the end";
  }

  /** The name stands behind both values in one column, unless a value is too long for that. */
  private static String side(String value, int width, String name) {
    int column = Math.min(width, NAME_COLUMN_AT_MOST);
    return value + " ".repeat(Math.max(column - value.length(), 0) + 5) + name;
  }

  private void further(List<Difference> differences) {
    differences.stream()
        .skip(1)
        .limit(FURTHER_SHOWN)
        .forEach(
            also ->
                field(
                    "also",
                    also.part()
                        + ", "
                        + also.where()
                        + ": "
                        + also.actual()
                        + " instead of "
                        + also.expected()));
    int left = differences.size() - 1 - FURTHER_SHOWN;
    if (left > 0) {
      field("also", count(left, "more difference"));
    }
  }

  private void history(Case shown) {
    int number = 0;
    Optional<FrontedRouter> oracle = ifAnythingArrives(shown);
    for (CaseStep step : shown.steps()) {
      number++;
      String text = Integer.toString(number);
      String start = " ".repeat(11 - text.length()) + text + " ";
      List<String> printed = CaseText.printStep(step).lines().toList();
      lines.add(start + printed.getFirst());
      printed.stream().skip(1).forEach(line -> lines.add(" ".repeat(12) + line));
      oracle.map(side -> cameTo(side, step)).orElse(List.of()).forEach(this::consequence);
    }
    for (Request request : shown.requests()) {
      lines.add(" ".repeat(12) + CaseText.printRequest(request));
    }
    for (FetchAttempt fetch : shown.fetches()) {
      CaseText.printFetch(fetch).lines().forEach(line -> lines.add(" ".repeat(12) + line));
    }
  }

  /** To say what the arrivals of a case come to; none if nothing arrives. */
  private static Optional<FrontedRouter> ifAnythingArrives(Case shown) {
    return shown.steps().stream().anyMatch(Arrival.class::isInstance)
        ? Optional.of(Fronts.fronted(new OwnerInventoryOracle()))
        : Optional.empty();
  }

  /** A finding may be that the oracle fails here. */
  private static List<String> cameTo(FrontedRouter oracle, CaseStep step) {
    try {
      return Taken.by(oracle, step).lines();
    } catch (RuntimeException | AssertionError failure) {
      return List.of("=> the oracle fails, " + failure);
    }
  }

  private void consequence(String text) {
    text.lines().forEach(line -> lines.add(" ".repeat(14) + line));
  }

  private String text() {
    return String.join("\n", lines) + "\n";
  }
}
