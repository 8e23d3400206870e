package kvproof.router.load;

import java.util.Arrays;

/**
 * Which slots hold one stretch of blocks, how many requests of each, and what a block counts there.
 *
 * <p>Slots ascend. One thread.
 */
final class Holders {
  private int size;
  private int[] slots;
  private int[] requests;
  private double[] fractions;
  private long total;

  private Holders(int size, int[] slots, int[] requests, double[] fractions, long total) {
    this.size = size;
    this.slots = slots;
    this.requests = requests;
    this.fractions = fractions;
    this.total = total;
  }

  static Holders none() {
    return new Holders(0, new int[1], new int[1], new double[1], 0);
  }

  Holders copy() {
    return new Holders(size, slots.clone(), requests.clone(), fractions.clone(), total);
  }

  /** One more request of the slot. True: it had none, and its blocks count in full. */
  boolean add(int slot) {
    int index = indexOf(slot);
    total++;
    if (index >= 0) {
      requests[index]++;
      return false;
    }
    insert(-index - 1, slot);
    return true;
  }

  private void insert(int index, int slot) {
    if (size == slots.length) {
      int capacity = 2 * size;
      slots = Arrays.copyOf(slots, capacity);
      requests = Arrays.copyOf(requests, capacity);
      fractions = Arrays.copyOf(fractions, capacity);
    }
    shift(index, index + 1);
    slots[index] = slot;
    requests[index] = 1;
    fractions[index] = 1;
    size++;
  }

  /** One request of the slot less. True: it was the last one. */
  boolean remove(int slot) {
    int index = heldIndex(slot);
    total--;
    requests[index]--;
    if (requests[index] > 0) {
      return false;
    }
    shift(index + 1, index);
    size--;
    return true;
  }

  private void shift(int from, int to) {
    int count = size - from;
    System.arraycopy(slots, from, slots, to, count);
    System.arraycopy(requests, from, requests, to, count);
    System.arraycopy(fractions, from, fractions, to, count);
  }

  /** 0 for a slot that is not among them. */
  int requestsOf(int slot) {
    int index = indexOf(slot);
    return index < 0 ? 0 : requests[index];
  }

  double fractionOf(int slot) {
    return fractions[heldIndex(slot)];
  }

  void setFraction(int slot, double fraction) {
    fractions[heldIndex(slot)] = fraction;
  }

  boolean isEmpty() {
    return size == 0;
  }

  /** Requests of all slots. */
  long total() {
    return total;
  }

  boolean isSame(Holders other) {
    return total == other.total
        && Arrays.equals(slots, 0, size, other.slots, 0, other.size)
        && Arrays.equals(requests, 0, size, other.requests, 0, other.size)
        && Arrays.equals(fractions, 0, size, other.fractions, 0, other.size);
  }

  /** Writes {@code value} to {@code bySlot} for every slot here. */
  void mark(int[] bySlot, int value) {
    for (int i = 0; i < size; i++) {
      bySlot[slots[i]] = value;
    }
  }

  private int heldIndex(int slot) {
    int index = indexOf(slot);
    if (index < 0) {
      throw new AssertionError("slot " + slot + " does not hold these blocks");
    }
    return index;
  }

  private int indexOf(int slot) {
    return Arrays.binarySearch(slots, 0, size, slot);
  }
}
