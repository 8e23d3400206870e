package kvproof.benchmarks.bench;

import java.nio.file.Path;
import java.util.Objects;
import kvproof.benchmarks.cpu.ThreadAffinity;
import kvproof.benchmarks.overload.CpuPlan;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The parts of a run beside the inventories; if any is asked for, only these are run. */
final class SectionOptions {
  private static final String SLICE =
      "soak/src/test/resources/kvproof/soak/trace/conversation-slice.jsonl";

  @Option(
      names = "--events",
      description =
          "Instead of the inventories: blocks stored and removed a second, memory a block, and"
              + " look-ups while events are applied.")
  boolean events;

  @Option(
      names = "--clear",
      description =
          "Instead of the inventories: look-ups without a pause before and while one of 64 workers"
              + " is cleared, a million blocks in all.")
  boolean clear;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description =
          "The Mooncake conversation trace for --events and --overload. Default: the slice of 300"
              + " requests that the tests have.")
  @Nullable Path trace;

  @Option(
      names = "--rates",
      split = ",",
      defaultValue = "1000,10000",
      paramLabel = "N",
      description = "Look-ups a second beside the events of --events. Default: ${DEFAULT-VALUE}.")
  int[] rates = {};

  @Option(
      names = "--selection",
      description =
          "Instead of the inventories: warm selections by the default policy, and what resident"
              + " counts cost who reads and who writes them.")
  boolean selection;

  @Option(
      names = "--overload",
      description =
          "Instead of the inventories: the trace many times over, faster than lanes can apply it,"
              + " with and without counts and readers of them.")
  boolean overload;

  @Option(
      names = "--copies",
      defaultValue = "20",
      paramLabel = "N",
      description =
          "How often --overload has the trace (of the index, --events times one copy and two)."
              + " Default: ${DEFAULT-VALUE}.")
  int copies;

  @Option(
      names = "--issuer-cpus",
      paramLabel = "LIST",
      description =
          "Processors of who hands events over in --overload, such as 0,2-3. Default: the first"
              + " one, none where there are only two.")
  @Nullable String issuerCpus;

  @Option(
      names = "--lane-cpus",
      paramLabel = "LIST",
      description =
          "Processors of the lanes in --overload, one lane each. Default: those between, at most"
              + " 8.")
  @Nullable String laneCpus;

  @Option(
      names = "--reader-cpus",
      paramLabel = "LIST",
      description = "Processors of the reader in --overload. Default: the last one.")
  @Nullable String readerCpus;

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec spec;

  /**
   * Where the threads of --overload are kept; throws {@link ParameterException} if two of them
   * share a processor, or if there are too few.
   */
  CpuPlan cpus() {
    try {
      return plan();
    } catch (IllegalArgumentException refused) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(), refused.getMessage(), refused);
    }
  }

  private CpuPlan plan() {
    if (issuerCpus == null && laneCpus == null && readerCpus == null) {
      return CpuPlan.of(ThreadAffinity.read());
    }
    if (laneCpus == null || readerCpus == null) {
      throw new IllegalArgumentException("--lane-cpus and --reader-cpus are given together");
    }
    return new CpuPlan(
        CpuPlan.parse(issuerCpus == null ? "" : issuerCpus),
        CpuPlan.parse(laneCpus),
        CpuPlan.parse(readerCpus));
  }

  boolean any() {
    return events || selection || overload || clear;
  }

  /** The file to read; the slice of this checkout if none was given. */
  Path trace() {
    Path given = trace;
    return given != null ? given : Path.of(System.getProperty("kvproof.home", "")).resolve(SLICE);
  }
}
