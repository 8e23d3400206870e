package kvproof.soak.trace;

/**
 * How a trace is replayed.
 *
 * @param workers engines, each with one rank; at least 1
 * @param deviceBlocks capacity of an engine's device tier; at least 1
 * @param hostBlocks capacity of its host-pinned tier; 0: none
 * @param checkEvery every how many requests the oracles are asked; at least 1
 * @param limit requests after which to stop
 * @param strict refuse a trace with a broken line instead of passing over it
 */
public record TraceSettings(
    int workers, int deviceBlocks, int hostBlocks, int checkEvery, long limit, boolean strict) {
  public static final int DEFAULT_WORKERS = 8;
  public static final int DEFAULT_DEVICE_BLOCKS = 1024;
  public static final int DEFAULT_HOST_BLOCKS = 4096;
  public static final int DEFAULT_CHECK_EVERY = 20;

  public TraceSettings {
    atLeast("workers", workers, 1);
    atLeast("device blocks", deviceBlocks, 1);
    atLeast("host blocks", hostBlocks, 0);
    atLeast("check every", checkEvery, 1);
    atLeast("limit", limit, 1);
  }

  private static void atLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(name + ": " + value + " is less than " + least);
    }
  }

  public static TraceSettings defaults() {
    return new TraceSettings(
        DEFAULT_WORKERS,
        DEFAULT_DEVICE_BLOCKS,
        DEFAULT_HOST_BLOCKS,
        DEFAULT_CHECK_EVERY,
        Long.MAX_VALUE,
        false);
  }
}
