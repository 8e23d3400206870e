package kvproof.soak.trace;

import java.util.Locale;
import kvproof.router.reuse.ReuseCounters;
import kvproof.router.reuse.ReuseReport;
import kvproof.soak.digest.Digest;
import org.HdrHistogram.Histogram;

/** What a replay adds up. */
public final class TraceTotals {
  private static final long HIGHEST_NANOS = 60_000_000_000L;

  /** Tokens of a block of the public traces. */
  static final int BLOCK_SIZE = 512;

  long requests;
  long brokenLines;
  long blocks;
  long deviceHits;
  long hostHits;
  long hints;
  long creditedBlocks;
  long sourcesCompared;
  long checks;
  long differences;
  boolean interrupted;
  final ReuseCounters reuse = new ReuseCounters(BLOCK_SIZE);
  final Digest digest = new Digest();
  final Histogram lookUpNanos = new Histogram(HIGHEST_NANOS, 3);

  public long requests() {
    return requests;
  }

  public long brokenLines() {
    return brokenLines;
  }

  public long checks() {
    return checks;
  }

  public long differences() {
    return differences;
  }

  /** Whether somebody asked the replay to stop before it was through. */
  public boolean isInterrupted() {
    return interrupted;
  }

  /** Complete blocks that requests asked for, and those that were held where they went. */
  public ReuseReport reuse() {
    return reuse.report();
  }

  /** A few lines for a person. The look-up times are the machine's; nothing else is. */
  public String text() {
    StringBuilder text = new StringBuilder(figures());
    reuse().lines().forEach(line -> text.append("  ").append(line).append(System.lineSeparator()));
    return text.toString();
  }

  private String figures() {
    return String.format(
        Locale.ROOT,
        "  requests        %d (%d broken lines)%n"
            + "  blocks          %d looked up%n"
            + "  hits            %d on the device (%s), %d on the host (%s)%n"
            + "  hints           %d, crediting %d blocks (%s)%n"
            + "  sources         %d choices for any worker compared with what the source holds%n"
            + "  look-up         p50 %.1f us, p99 %.1f us, single calls with the choice for every"
            + " worker%n"
            + "  checks          %d, %d differences%n",
        requests,
        brokenLines,
        blocks,
        deviceHits,
        share(deviceHits),
        hostHits,
        share(hostHits),
        hints,
        creditedBlocks,
        share(creditedBlocks),
        sourcesCompared,
        micros(50),
        micros(99),
        checks,
        differences);
  }

  private String share(long part) {
    return String.format(Locale.ROOT, "%.1f %%", blocks == 0 ? 0.0 : 100.0 * part / blocks);
  }

  private double micros(double percentile) {
    return lookUpNanos.getValueAtPercentile(percentile) / 1000.0;
  }

  /** The closing line, without anything that depends on the machine. */
  public String closingLine() {
    return String.format(
        Locale.ROOT,
        "REPLAY requests=%d broken=%d blocks=%d device_hits=%d host_hits=%d hints=%d credited=%d"
            + " sources=%d checks=%d differences=%d digest=%016x",
        requests,
        brokenLines,
        blocks,
        deviceHits,
        hostHits,
        hints,
        creditedBlocks,
        sourcesCompared,
        checks,
        differences,
        digest.value());
  }
}
