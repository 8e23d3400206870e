package kvproof.soak;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import kvproof.soak.field.FieldReport;
import kvproof.soak.field.FieldResult;
import kvproof.soak.field.FieldRow;
import kvproof.soak.field.FieldRows;
import kvproof.soak.field.FieldRun;
import kvproof.soak.field.FieldSubject;
import kvproof.soak.field.FieldSummary;
import kvproof.soak.field.FieldTable;
import kvproof.soak.report.FileTrouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code kvproof field}: the scenarios from the field, by number. */
@Command(
    name = "field",
    description = {
      "Runs the scenarios from the field, by number: what went wrong in production, and the value"
          + " that is right.",
      "Exits with 1 if a scenario is answered otherwise."
    },
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Verdicts: ok; differs; left out, with the capability that the router lacks or what is not built;",
      "is a test, with its name, where nothing of a scenario can be run outside a test.",
      "",
      "Examples:",
      "  ./kvproof field",
      "  ./kvproof field --only FS-02",
      "  ./kvproof field --report report"
    })
final class FieldCommand implements Callable<Integer> {
  private final Surroundings surroundings;
  private final FieldSubject reference;

  @Spec private @Nullable CommandSpec spec;

  @Option(
      names = "--only",
      paramLabel = "FS-nn",
      description = "Only the scenario with this number. Default: all.")
  private @Nullable String only;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Folder for field.html and field-junit.xml. Default: no report.")
  private @Nullable Path report;

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  FieldCommand(Surroundings surroundings, FieldSubject reference) {
    this.surroundings = surroundings;
    this.reference = reference;
  }

  @Override
  public Integer call() {
    List<FieldRow> rows = chosen();
    print("kvproof " + Version.text() + " field");
    print("  router  " + reference.name());
    print("  only    " + (only == null ? "all" : only));
    print("  report  " + (report == null ? "none" : report));
    FieldSummary summary = run(rows);
    boolean written = report == null || write(report, summary);
    print(summary.line());
    if (summary.results().size() < rows.size()) {
      return ExitCode.INTERRUPTED;
    }
    return !written
        ? ExitCode.HARNESS_FAILED
        : summary.isGood() ? ExitCode.AGREED : ExitCode.DIVERGED;
  }

  private List<FieldRow> chosen() {
    List<FieldRow> all = FieldRows.standard();
    if (only == null) {
      return all;
    }
    List<FieldRow> named = all.stream().filter(row -> row.number().equals(only)).toList();
    if (named.isEmpty()) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "no scenario "
              + only
              + "; they are "
              + all.getFirst().number()
              + " to "
              + all.getLast().number());
    }
    return named;
  }

  private FieldSummary run(List<FieldRow> rows) {
    FieldRun run = new FieldRun(reference, FieldSubject.oracles());
    List<FieldResult> results = new ArrayList<>();
    for (FieldRow row : rows) {
      if (surroundings.control().stopped().getAsBoolean()) {
        break;
      }
      FieldResult result = run.run(row);
      FieldTable.lines(result).forEach(this::print);
      results.add(result);
    }
    return new FieldSummary(results);
  }

  private boolean write(Path folder, FieldSummary summary) {
    try {
      new FieldReport(reference.name(), summary).write(surroundings.folder().resolve(folder));
      return true;
    } catch (IOException unwritable) {
      surroundings
          .err()
          .println("kvproof: cannot write " + folder + ": " + FileTrouble.reason(unwritable));
      return false;
    }
  }

  private void print(String line) {
    surroundings.out().println(line);
  }
}
