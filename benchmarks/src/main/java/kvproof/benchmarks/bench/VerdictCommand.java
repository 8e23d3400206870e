package kvproof.benchmarks.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import kvproof.benchmarks.load.LoadTrial;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code kvproof replay FILE --verdict}: whether two arms differ at a fixed offered load. */
@Command(
    name = "replay",
    description = {
      "Plays a trace at a fixed offered load to two arms, round by round in fresh processes, and says"
          + " of look-ups, of requests from when they were due, and of the final drain whether the"
          + " arms differ by more than one of them does from itself.",
      "Exit code 1: something is outside noise, or there is no verdict: a run was void, too few rounds"
          + " counted, or the same arm differs from itself by more than a factor of two."
    },
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  ./kvproof replay conversation_trace.jsonl --verdict",
      "  ./kvproof replay conversation_trace.jsonl --verdict --baseline ../old/benchmarks.jar"
    })
final class VerdictCommand implements Callable<Integer> {
  /** Longer than any process takes; whatever hangs ends the run. */
  private static final Duration PROCESS_TIMEOUT = Duration.ofMinutes(10);

  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "A Mooncake trace (.jsonl).")
  private @Nullable Path file;

  @Option(names = "--verdict", required = true, description = "What this help is about.")
  private boolean verdict;

  @Mixin final VerdictOptions options = new VerdictOptions();

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Where bench-verdict.json, with every trial, and bench-verdict.html go.")
  private @Nullable Path report;

  @Option(names = "--help", usageHelp = true, description = "Show this text.")
  private boolean help;

  VerdictCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path trace = Objects.requireNonNull(file);
    List<String> words = checked(trace);
    var processes = new TrialProcess(Pinning.none(), PROCESS_TIMEOUT);
    VerdictReport found = new VerdictRun(options, trace, words, processes, out).run();
    out.println(SectionTable.text(found.section().tables().getFirst()));
    found.leftOut().forEach(left -> out.println("left out: " + left));
    out.println(found.closingLine());
    Path folder = report;
    if (folder != null) {
      SectionsRun.write(found.section(), folder);
    }
    return found.isInsideNoise() ? 0 : 1;
  }

  /** What the runs are told, once nothing is wrong with it. */
  private List<String> checked(Path trace) {
    List<String> words;
    try {
      words = options.words(trace);
    } catch (IllegalArgumentException outOfRange) {
      throw refusal(String.valueOf(outOfRange.getMessage()));
    }
    if (!Files.isReadable(trace) || Files.isDirectory(trace)) {
      throw refusal(trace + " cannot be read");
    }
    Optional<String> complaint =
        options.baseline().flatMap(jar -> BaselineJar.complaint(jar, LoadTrial.class));
    if (complaint.isPresent()) {
      throw refusal(complaint.get());
    }
    return words;
  }

  private ParameterException refusal(String complaint) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), complaint);
  }
}
