package kvproof.router.index;

import java.util.Arrays;

/** A growing set of owner numbers. */
final class OwnerFlags {
  private long[] bits = new long[1];

  /** Has those of another set, and no others. */
  void set(OwnerFlags other) {
    bits = other.bits.clone();
  }

  /** 64 of them as bits, from owner {@code 64 * word} on. */
  long word(int word) {
    return word < bits.length ? bits[word] : 0;
  }

  boolean has(int owner) {
    return owner >>> 6 < bits.length && OwnerBits.has(bits, owner);
  }

  void set(int owner) {
    if (owner >>> 6 >= bits.length) {
      bits = Arrays.copyOf(bits, Math.max(2 * bits.length, (owner >>> 6) + 1));
    }
    OwnerBits.set(bits, owner);
  }

  void clear(int owner) {
    if (has(owner)) {
      OwnerBits.clear(bits, owner);
    }
  }
}
