package kvproof.router.fetch;

import it.unimi.dsi.fastutil.ints.IntArrays;
import java.util.Arrays;
import kvproof.router.index.OwnerTable;

/**
 * Source order as numbers: the place of every owner among all, the smallest first.
 *
 * <p>One thread adds owners; any number may read while nobody does.
 */
final class SourceOrder {
  private final OwnerTable owners;

  /** Owner numbers in source order. */
  private int[] sorted = new int[0];

  /** Where each owner stands in it. */
  private int[] place = new int[0];

  private int known;

  SourceOrder(OwnerTable owners) {
    this.owners = owners;
  }

  /** Gives owners that were met since a place; those of others may change. */
  void meetOwners() {
    int size = owners.size();
    if (size == known) {
      return;
    }
    if (size > sorted.length) {
      sorted = Arrays.copyOf(sorted, Math.max(size, 2 * known));
      place = Arrays.copyOf(place, sorted.length);
    }
    int from = size == known + 1 ? insert(known) : sortIn(size);
    known = size;
    for (int at = from; at < size; at++) {
      place[sorted[at]] = at;
    }
  }

  /** Puts one owner where it belongs; its place. */
  private int insert(int owner) {
    int low = 0;
    int high = known;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (owners.compare(sorted[middle], owner) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    System.arraycopy(sorted, low, sorted, low + 1, known - low);
    sorted[low] = owner;
    return low;
  }

  private int sortIn(int size) {
    for (int owner = known; owner < size; owner++) {
      sorted[owner] = owner;
    }
    IntArrays.mergeSort(sorted, 0, size, owners::compare);
    return 0;
  }

  /** Owners that have a place. */
  int size() {
    return known;
  }

  /** The owner at a place. */
  int ownerAt(int at) {
    return sorted[at];
  }

  /** The smaller, the earlier. */
  int placeOf(int owner) {
    return place[owner];
  }
}
