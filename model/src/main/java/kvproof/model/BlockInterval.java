package kvproof.model;

/**
 * Block positions {@code [start, end)} of one request, 0-based, counted in blocks from the root.
 *
 * <p>An empty interval keeps its position: a rank that holds blocks 0..6 has its frontier at 7.
 */
public record BlockInterval(int start, int end) {
  public BlockInterval {
    if (start < 0 || end < start) {
      throw new IllegalArgumentException("not a block interval: [" + start + ", " + end + ")");
    }
  }

  @Override
  public String toString() {
    return "[" + start + ", " + end + ")";
  }
}
