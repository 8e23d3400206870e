package kvproof.events.msgpack;

import java.math.BigInteger;
import java.util.List;

/**
 * One MessagePack value. How wide it was encoded is not part of it.
 *
 * <p>Raw bytes that are UTF-8 are a {@link Text}, whether they came as str or as bin.
 */
public sealed interface MsgpackValue {
  record Nil() implements MsgpackValue {}

  record Bool(boolean value) implements MsgpackValue {}

  /**
   * An integer of 64 bits: unsigned if {@code isAboveSigned}, otherwise signed.
   *
   * @param isAboveSigned the number is 2^63 or more
   */
  record Int(long bits, boolean isAboveSigned) implements MsgpackValue {

    public BigInteger value() {
      return isAboveSigned ? new BigInteger(Long.toUnsignedString(bits)) : BigInteger.valueOf(bits);
    }

    public boolean isUnsigned64() {
      return isAboveSigned || bits >= 0;
    }

    public boolean isUnsigned32() {
      return !isAboveSigned && bits >>> Integer.SIZE == 0;
    }

    public boolean isSigned32() {
      return !isAboveSigned && (int) bits == bits;
    }
  }

  record Real(double value) implements MsgpackValue {}

  record Text(String value) implements MsgpackValue {}

  /** An extension, or raw bytes that are not UTF-8. What they are is not kept. */
  record Opaque() implements MsgpackValue {}

  /**
   * An array.
   *
   * @param items must not change any more
   */
  record Sequence(List<MsgpackValue> items) implements MsgpackValue {}

  /**
   * A map, in the order of its entries; a key may occur twice.
   *
   * @param entries must not change any more
   */
  record Mapping(List<Entry> entries) implements MsgpackValue {}

  record Entry(MsgpackValue key, MsgpackValue value) {}

  static MsgpackValue nil() {
    return new Nil();
  }

  /** The number that the bits are as an unsigned one. */
  static Int unsigned(long bits) {
    return new Int(bits, bits < 0);
  }

  static Int signed(long value) {
    return new Int(value, false);
  }

  /**
   * Throws {@link IllegalArgumentException} for a number that is neither signed nor unsigned
   * 64-bit.
   */
  static Int integer(BigInteger value) {
    if (value.bitLength() > (value.signum() < 0 ? Long.SIZE - 1 : Long.SIZE)) {
      throw new IllegalArgumentException("not a 64-bit number: " + value);
    }
    return new Int(value.longValue(), value.bitLength() == Long.SIZE);
  }

  static Entry entry(String key, MsgpackValue value) {
    return new Entry(new Text(key), value);
  }

  /** For messages: what kind of value it is, and which if that is short. */
  default String shown() {
    return switch (this) {
      case Nil _ -> "nil";
      case Bool(boolean value) -> Boolean.toString(value);
      case Int number -> number.value().toString();
      case Real(double value) -> "the float " + value;
      case Text(String value) ->
          value.length() <= 40 ? "'" + value + "'" : "a text of " + value.length() + " characters";
      case Opaque _ -> "bytes";
      case Sequence(var items) -> "an array of " + items.size();
      case Mapping(var entries) -> "a map of " + entries.size();
    };
  }
}
