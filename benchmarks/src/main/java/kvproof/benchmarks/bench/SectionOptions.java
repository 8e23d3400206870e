package kvproof.benchmarks.bench;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

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
      names = "--trace",
      paramLabel = "FILE",
      description =
          "The Mooncake conversation trace for --events. Default: the slice of 300 requests that"
              + " the tests have.")
  @Nullable Path trace;

  @Option(
      names = "--rates",
      split = ",",
      defaultValue = "1000,10000",
      paramLabel = "N",
      description = "Look-ups a second beside the events of --events. Default: ${DEFAULT-VALUE}.")
  int[] rates = {};

  boolean any() {
    return events;
  }

  /** The file to read; the slice of this checkout if none was given. */
  Path trace() {
    Path given = trace;
    return given != null ? given : Path.of(System.getProperty("kvproof.home", "")).resolve(SLICE);
  }
}
