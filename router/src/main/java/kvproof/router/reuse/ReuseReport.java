package kvproof.router.reuse;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * The counters of one moment.
 *
 * @param blockSize tokens of a block, at least 1
 * @param first of requests that came for the first time; the hit rate is theirs alone
 * @param again of requests that had been sent to a rank before: what they find is their own work
 */
public record ReuseReport(int blockSize, ReuseSeries first, ReuseSeries again) {
  private static final int PERCENT = 100;

  public ReuseReport {
    if (blockSize < 1) {
      throw new IllegalArgumentException("block size must be at least 1, not " + blockSize);
    }
  }

  /** Share of the blocks that were asked for and held, 0 to 1; empty: none was asked for. */
  public OptionalDouble hitRate() {
    return first.hitRate();
  }

  /** Prompts without a complete block, whenever they came. */
  public long subBlockQueries() {
    return first.subBlockQueries() + again.subBlockQueries();
  }

  /** Tokens of the shortest prefix that one request can have of another: one block. */
  public int shortestReusablePrefixTokens() {
    return blockSize;
  }

  /** For people: one line of counters, and one more where prompts were too short to be found. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "reuse  requests=%d queries=%d hits=%d hit_rate=%s sub_block_queries=%d"
                + " again_requests=%d again_queries=%d again_hits=%d",
            first.requests(),
            first.queries(),
            first.hits(),
            rate(),
            subBlockQueries(),
            again.requests(),
            again.queries(),
            again.hits()));
    if (subBlockQueries() > 0) {
      lines.add(
          "reuse  "
              + subBlockQueries()
              + " prompts are shorter than a block: the shortest reusable prefix is "
              + shortestReusablePrefixTokens()
              + " tokens");
    }
    return List.copyOf(lines);
  }

  private String rate() {
    OptionalDouble rate = hitRate();
    return rate.isEmpty()
        ? "none"
        : String.format(Locale.ROOT, "%.1f%%", PERCENT * rate.getAsDouble());
  }
}
