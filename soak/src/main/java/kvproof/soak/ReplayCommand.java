package kvproof.soak;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import kvproof.model.Case;
import kvproof.model.casetext.CaseText;
import kvproof.model.casetext.CaseTextException;
import kvproof.soak.digest.Digest;
import kvproof.soak.outside.RouterCommand;
import kvproof.soak.report.CaseFile;
import kvproof.soak.report.Divergence;
import kvproof.soak.report.FailureReport;
import kvproof.soak.report.FileTrouble;
import kvproof.soak.report.SoakSummary;
import kvproof.soak.run.CaseResult;
import kvproof.soak.run.CaseRunner;
import kvproof.soak.run.CaseTwice;
import kvproof.soak.run.Contest;
import kvproof.soak.run.OracleSources;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code kvproof replay}: runs again what is in a file; the content says what that is.
 *
 * <p>A case is run twice, so that one whose runs differ is found again.
 */
@Command(
    name = "replay",
    description = {
      "Runs a kept case again, or a trace.",
      "A case is run on the reference router, or on any router behind lines (--router): what it",
      "cannot do is left out and named in the closing line."
    },
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./kvproof replay repro/irregular-a359087072f7a74c.case",
      "  ./kvproof replay repro/engine-a359087072f7a74c.case --router 'python3"
          + " peers/python/router.py'",
      "  ./kvproof replay conversation_trace.jsonl --strict",
      "  ./kvproof replay conversation_trace.jsonl --verdict --help"
    })
final class ReplayCommand implements Callable<Integer> {

  private final Surroundings surroundings;
  private final Contest contest;

  @Parameters(paramLabel = "FILE", description = "A case (.case) or a trace (.jsonl).")
  private @Nullable Path file;

  @Spec private @Nullable CommandSpec spec;

  @Mixin final RouterOptions routerOptions = new RouterOptions();

  @Option(
      names = "--verdict",
      description =
          "Instead: the trace at a fixed offered load, and whether two builds, or resident counts"
              + " and none, differ by more than noise. Has options of its own, see the last example.")
  private boolean verdict;

  @Mixin final TraceOptions traceOptions = new TraceOptions();

  @Mixin final HelpOptions helpOptions = new HelpOptions();

  ReplayCommand(Surroundings surroundings, Contest contest) {
    this.surroundings = surroundings;
    this.contest = contest;
  }

  @Override
  public Integer call() throws IOException {
    Path named = Objects.requireNonNull(file);
    if (verdict) { // the launcher runs it from the benchmarks, which nothing here may need
      return refuse("--verdict runs from the benchmarks: use ./kvproof replay");
    }
    Path path = surroundings.folder().resolve(named);
    Optional<RouterCommand> router = router();
    String text;
    try {
      if (!isCase(path)) {
        return router.isPresent()
            ? refuse("--router was given, and " + named + " is no case")
            : replayTrace(path, named);
      }
      text = Files.readString(path);
    } catch (IOException unreadable) {
      return refuse(named + " cannot be read: " + FileTrouble.reason(unreadable));
    }
    return traceOptions.isAnyGiven()
        ? refuse("options of traces were given, and " + named + " is a case")
        : replay(text, named, router);
  }

  private Optional<RouterCommand> router() {
    try {
      return routerOptions.command();
    } catch (IllegalArgumentException unusable) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), String.valueOf(unusable.getMessage()));
    }
  }

  private int replayTrace(Path path, Path named) {
    try {
      return new ShownTraceReplay(surroundings).replay(path, named, traceOptions.settings());
    } catch (IllegalArgumentException outOfRange) {
      return refuse(String.valueOf(outOfRange.getMessage()));
    }
  }

  /** By the first line that is neither blank nor a comment. */
  private static boolean isCase(Path path) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1)) {
      String line = lines.readLine();
      while (line != null && (line.isBlank() || line.strip().startsWith("#"))) {
        line = lines.readLine();
      }
      return line != null && line.strip().startsWith(CaseFile.HEADER);
    }
  }

  private int refuse(String complaint) {
    surroundings.err().println("kvproof: " + complaint);
    return ExitCode.BAD_USAGE;
  }

  private int replay(String text, Path named, Optional<RouterCommand> router) throws IOException {
    try {
      Case kept = CaseText.parse(text);
      return router.isPresent()
          ? new OutsideReplay(router.get(), surroundings).run(kept, named.toString())
          : replay(kept, named);
    } catch (CaseTextException broken) {
      return refuse(named + ", " + broken.getMessage());
    }
  }

  private int replay(Case kept, Path named) throws IOException {
    CaseResult result = CaseTwice.run(new CaseRunner(contest), kept);
    Optional<Divergence> divergence = result.divergence();
    divergence.ifPresent(
        found ->
            surroundings.out().print(FailureReport.ofReplay(named.toString(), "", kept, found)));
    SoakSummary summary =
        new SoakSummary(
            kept.profile(),
            kept.seed(),
            1,
            divergence.isPresent() ? 1 : 0,
            0,
            OracleSources.digest(),
            new Digest().add(result.digest()).value());
    surroundings.out().println(summary.line());
    return divergence.isPresent() ? ExitCode.DIVERGED : ExitCode.AGREED;
  }
}
