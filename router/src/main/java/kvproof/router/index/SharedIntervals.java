package kvproof.router.index;

import java.util.Arrays;

/**
 * Positions that owners hold, those with the same start and end in one row: start, end, and the
 * owners as bits.
 *
 * <p>However many owners begin at one place and end at another, they are one row.
 */
public final class SharedIntervals {
  private int[] start = new int[8];
  private int[] end = new int[8];

  /** The words of the first row, then those of the second, and so on. */
  private long[] owners = new long[8];

  private int words = 1;
  private int size;

  /** Forgets every row; the sets of the next ones have so many words. */
  void begin(int wordsOfSets) {
    words = wordsOfSets;
    size = 0;
  }

  /** Begins a row without owners; its number. */
  int add(int from, int to) {
    if (size == start.length) {
      start = Arrays.copyOf(start, 2 * size);
      end = Arrays.copyOf(end, 2 * size);
    }
    int needed = (size + 1) * words;
    if (owners.length < needed) {
      owners = Arrays.copyOf(owners, 2 * needed);
    }
    Arrays.fill(owners, size * words, needed, 0);
    start[size] = from;
    end[size] = to;
    return size++;
  }

  void put(int row, int word, long members) {
    owners[row * words + word] = members;
  }

  /** Takes the last row back. */
  void dropLast() {
    size--;
  }

  public int size() {
    return size;
  }

  public int start(int row) {
    return start[row];
  }

  public int end(int row) {
    return end[row];
  }

  /** Words of every row's set. */
  public int words() {
    return words;
  }

  /** 64 owners of a row, one bit each, from owner {@code 64 * word} on. */
  public long owners(int row, int word) {
    return owners[row * words + word];
  }
}
