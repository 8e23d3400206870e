package kvproof.soak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
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
import kvproof.soak.field.OutsideSubject;
import kvproof.soak.outside.RouterCommand;
import kvproof.soak.report.FileTrouble;
import kvproof.soak.run.RouterTrouble;
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
      "Verdicts: ok; differs; beyond, where the answer is another one after a history for which the",
      "router promises nothing; left out, with the capability that it lacks or what is not built; not",
      "asked, where parts of kvproof alone are right and nothing is said of the router of --router; is a",
      "test, with its name, where nothing of a scenario can be run outside a test.",
      "",
      "Examples:",
      "  ./kvproof field",
      "  ./kvproof field --only FS-02",
      "  ./kvproof field --report report",
      "  ./kvproof field --router \"./kvproof serve\""
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

  @Option(
      names = "--router",
      paramLabel = "COMMAND",
      description =
          "Put the scenarios to the router that this command starts, on the line protocol."
              + " Default: the reference router.")
  private @Nullable String router;

  @Option(
      names = "--router-timeout",
      paramLabel = "TIME",
      converter = BudgetConverter.class,
      description = "How long one answer of that router may take. Default: 10s.")
  private Duration routerTimeout = Duration.ofSeconds(10);

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  FieldCommand(Surroundings surroundings, FieldSubject reference) {
    this.surroundings = surroundings;
    this.reference = reference;
  }

  @Override
  public Integer call() {
    List<FieldRow> rows = chosen();
    if (router == null) {
      return call(rows, reference);
    }
    RouterCommand command = command(router);
    try (OutsideSubject outside = new OutsideSubject(command, surroundings.folder())) {
      return call(rows, outside.subject());
    } catch (UncheckedIOException noProgram) {
      surroundings.err().println("kvproof: " + noProgram.getMessage());
      return ExitCode.BAD_USAGE;
    } catch (RouterTrouble trouble) {
      surroundings.err().println("kvproof: " + trouble.getMessage());
      trouble.exchanged().forEach(surroundings.err()::println);
      return ExitCode.DIVERGED;
    }
  }

  private RouterCommand command(String text) {
    try {
      return RouterCommand.parse(text, routerTimeout);
    } catch (IllegalArgumentException unusable) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), "--router: " + unusable.getMessage());
    }
  }

  private int call(List<FieldRow> rows, FieldSubject subject) {
    print("kvproof " + Version.text() + " field");
    print("  router  " + subject.name() + (router == null ? "" : ": " + router));
    print("  only    " + (only == null ? "all" : only));
    print("  report  " + (report == null ? "none" : report));
    FieldSummary summary = run(rows, subject);
    boolean written = report == null || write(report, subject, summary);
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

  private FieldSummary run(List<FieldRow> rows, FieldSubject subject) {
    FieldRun run = new FieldRun(subject, FieldSubject.oracles());
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

  private boolean write(Path folder, FieldSubject subject, FieldSummary summary) {
    try {
      new FieldReport(subject.name(), summary).write(surroundings.folder().resolve(folder));
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
