package kvproof.soak.dataplane.report;

import java.util.Locale;
import kvproof.mocknixl.throughput.Throughput;
import kvproof.soak.dataplane.plan.ByteSize;

/**
 * Bytes a second of the mock, beside the plainest thing that moves the same bytes.
 *
 * @param what which agents, and {@code beside} what
 */
public record SpeedRow(String what, String beside, Throughput measured) {
  private static final double GIGA = 1e9;

  /** How many blocks of which size a request had. */
  public String pieces() {
    return measured.blocks() + " x " + ByteSize.print(measured.blockBytes());
  }

  /** Such as {@code 2.91 GB/s}. */
  public static String rate(double bytesPerSecond) {
    return String.format(Locale.ROOT, "%.2f GB/s", bytesPerSecond / GIGA);
  }

  /** The row as a line. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "  %-27s %-11s %11s   %-25s %11s   share %.2f",
        what,
        pieces(),
        rate(measured.agentBytesPerSecond()),
        beside,
        rate(measured.baselineBytesPerSecond()),
        measured.share());
  }
}
