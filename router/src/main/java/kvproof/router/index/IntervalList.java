package kvproof.router.index;

import java.util.Arrays;

/** Positions that owners hold, as three columns: owner number, start, end. */
public final class IntervalList {
  private int[] owner = new int[16];
  private int[] start = new int[16];
  private int[] end = new int[16];
  private int size;

  /** Forgets every row. */
  public void clear() {
    size = 0;
  }

  public void add(int ownerNumber, int from, int to) {
    if (size == owner.length) {
      owner = Arrays.copyOf(owner, 2 * size);
      start = Arrays.copyOf(start, 2 * size);
      end = Arrays.copyOf(end, 2 * size);
    }
    owner[size] = ownerNumber;
    start[size] = from;
    end[size] = to;
    size++;
  }

  public int size() {
    return size;
  }

  public int owner(int row) {
    return owner[row];
  }

  public int start(int row) {
    return start[row];
  }

  public int end(int row) {
    return end[row];
  }
}
