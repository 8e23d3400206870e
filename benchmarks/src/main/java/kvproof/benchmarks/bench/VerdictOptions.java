package kvproof.benchmarks.bench;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import kvproof.benchmarks.judgement.RatioInterval;
import kvproof.soak.trace.TraceSettings;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is played, and how often. */
final class VerdictOptions {
  private static final int TOKENS_OF_AN_ID = 512;

  @Option(
      names = "--baseline",
      paramLabel = "JAR",
      description =
          "benchmarks/target/benchmarks.jar of another build: it is the first arm, this build the"
              + " second. Default: this build without resident counts, then with them.")
  @Nullable Path baseline;

  @Option(
      names = "--rounds",
      defaultValue = "6",
      paramLabel = "N",
      description = "Rounds of two processes, of the arms and of one arm twice (${DEFAULT-VALUE}).")
  int rounds;

  @Option(
      names = "--load",
      defaultValue = "50",
      paramLabel = "PERCENT",
      description =
          "Offered load in percent of what the slower arm takes at most, which scouts find out"
              + " first (${DEFAULT-VALUE}).")
  int loadPercent;

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Requests a second instead; no scouts are sent.")
  @Nullable Double rate;

  @Option(
      names = "--lanes",
      defaultValue = "1",
      paramLabel = "N",
      description = "Threads that apply events (${DEFAULT-VALUE}).")
  int lanes;

  @Option(
      names = "--block-tokens",
      defaultValue = "16",
      paramLabel = "N",
      description = "Tokens of a block; 512 is a multiple of it (${DEFAULT-VALUE}).")
  int blockTokens;

  @Option(
      names = "--workers",
      defaultValue = "" + TraceSettings.DEFAULT_WORKERS,
      paramLabel = "N",
      description = "Engines that share the requests (${DEFAULT-VALUE}).")
  int workers;

  @Option(
      names = "--device-blocks",
      defaultValue = "" + TraceSettings.DEFAULT_DEVICE_BLOCKS,
      paramLabel = "N",
      description = "Device memory of an engine, in 512 tokens (${DEFAULT-VALUE}).")
  int deviceBlocks;

  @Option(
      names = "--host-blocks",
      defaultValue = "" + TraceSettings.DEFAULT_HOST_BLOCKS,
      paramLabel = "N",
      description = "Host memory of an engine, in 512 tokens (${DEFAULT-VALUE}).")
  int hostBlocks;

  @Option(
      names = "--limit",
      defaultValue = "" + Long.MAX_VALUE,
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      paramLabel = "N",
      description = "Stop after N requests (the whole trace).")
  long limit;

  Optional<Path> baseline() {
    return Optional.ofNullable(baseline);
  }

  Optional<Double> rate() {
    return Optional.ofNullable(rate);
  }

  /**
   * What every run of every arm is told; throws {@link IllegalArgumentException} naming a value out
   * of range.
   */
  List<String> words(Path trace) {
    var settings = new TraceSettings(workers, deviceBlocks, hostBlocks, 1, limit, true);
    require(
        rounds >= RatioInterval.FEWEST && rounds <= 1_000,
        "--rounds " + rounds + " is not " + RatioInterval.FEWEST + " to 1000");
    require(loadPercent >= 1 && loadPercent <= 99, "--load " + loadPercent + " is not 1 to 99");
    require(lanes >= 1 && lanes <= 64, "--lanes " + lanes + " is not 1 to 64");
    require(
        blockTokens >= 1 && TOKENS_OF_AN_ID % blockTokens == 0,
        "--block-tokens " + blockTokens + " does not divide 512");
    require(rate == null || (rate > 0 && rate <= 1e9), "--rate " + rate + " is not above 0");
    return List.of(
        "--trace",
        trace.toString(),
        "--workers",
        Integer.toString(settings.workers()),
        "--device-blocks",
        Integer.toString(settings.deviceBlocks()),
        "--host-blocks",
        Integer.toString(settings.hostBlocks()),
        "--blocks-per-id",
        Integer.toString(TOKENS_OF_AN_ID / blockTokens),
        "--limit",
        Long.toString(settings.limit()),
        "--lanes",
        Integer.toString(lanes));
  }

  private static void require(boolean isUsable, String complaint) {
    if (!isUsable) {
      throw new IllegalArgumentException(complaint);
    }
  }
}
