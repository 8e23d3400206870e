package kvproof.soak;

import kvproof.soak.trace.TraceSettings;
import picocli.CommandLine.Option;

/** Options of {@code kvproof replay} that only a trace has. */
final class TraceOptions {
  @Option(
      names = "--strict",
      description = "Refuse a trace with a broken line instead of passing over the line.")
  private boolean strict;

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Engines that share the requests (${DEFAULT-VALUE}).")
  private int workers = TraceSettings.DEFAULT_WORKERS;

  @Option(
      names = "--device-blocks",
      paramLabel = "N",
      description = "Device memory of an engine, in blocks (${DEFAULT-VALUE}).")
  private int deviceBlocks = TraceSettings.DEFAULT_DEVICE_BLOCKS;

  @Option(
      names = "--host-blocks",
      paramLabel = "N",
      description = "Host memory of an engine, in blocks (${DEFAULT-VALUE}).")
  private int hostBlocks = TraceSettings.DEFAULT_HOST_BLOCKS;

  @Option(
      names = "--check-every",
      paramLabel = "N",
      description = "Ask the oracles about every Nth request (${DEFAULT-VALUE}).")
  private int checkEvery = TraceSettings.DEFAULT_CHECK_EVERY;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Stop after N requests (the whole trace).")
  private long limit = Long.MAX_VALUE;

  /** Throws {@link IllegalArgumentException} naming a value out of range. */
  TraceSettings settings() {
    return new TraceSettings(workers, deviceBlocks, hostBlocks, checkEvery, limit, strict);
  }

  /** Whether any of them was given a value of its own. */
  boolean isAnyGiven() {
    return !settings().equals(TraceSettings.defaults());
  }
}
