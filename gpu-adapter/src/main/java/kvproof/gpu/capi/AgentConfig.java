package kvproof.gpu.capi;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;

/**
 * The C struct {@code nixl_capi_agent_config_t}, 40 bytes.
 *
 * <pre>
 *  0  bool      enable_prog_thread
 *  1  bool      enable_listen_thread
 *  4  int32     listen_port
 *  8  int32     thread_sync
 * 12  uint32    num_workers          the library does not read it
 * 16  uint64    pthr_delay_us        0 makes the progress thread spin
 * 24  uint64    lthr_delay_us
 * 32  bool      capture_telemetry
 * </pre>
 */
public final class AgentConfig {
  /** Fields in C order, padding included. */
  public static final StructLayout LAYOUT =
      MemoryLayout.structLayout(
          JAVA_BOOLEAN.withName("enable_prog_thread"),
          JAVA_BOOLEAN.withName("enable_listen_thread"),
          MemoryLayout.paddingLayout(2),
          JAVA_INT.withName("listen_port"),
          JAVA_INT.withName("thread_sync"),
          JAVA_INT.withName("num_workers"),
          JAVA_LONG.withName("pthr_delay_us"),
          JAVA_LONG.withName("lthr_delay_us"),
          JAVA_BOOLEAN.withName("capture_telemetry"),
          MemoryLayout.paddingLayout(7));

  private static final long ENABLE_PROG_THREAD = offset("enable_prog_thread");
  private static final long PTHR_DELAY_US = offset("pthr_delay_us");

  private AgentConfig() {}

  private static long offset(String field) {
    return LAYOUT.byteOffset(MemoryLayout.PathElement.groupElement(field));
  }

  /**
   * An agent with a thread of its own that makes progress, and for one calling thread at a time;
   * nothing else is switched on.
   *
   * @param progressDelayMicros how long the thread sleeps at most while no traffic wakes it; at
   *     least 1, since at 0 it takes a whole core
   */
  public static MemorySegment withProgressThread(
      SegmentAllocator memory, long progressDelayMicros) {
    if (progressDelayMicros < 1) {
      throw new IllegalArgumentException(
          "a delay of " + progressDelayMicros + " us would keep a core busy; take 1 or more");
    }
    MemorySegment config = memory.allocate(LAYOUT).fill((byte) 0);
    config.set(JAVA_BOOLEAN, ENABLE_PROG_THREAD, true);
    config.set(JAVA_LONG, PTHR_DELAY_US, progressDelayMicros);
    return config;
  }
}
