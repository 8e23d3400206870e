package kvproof.events.wire;

import java.math.BigInteger;
import java.util.List;

/** One item that an engine hashed into a block besides its tokens. */
public sealed interface ExtraKey {

  record Text(String text) implements ExtraKey {}

  /** The identifier of an object, and where it starts. */
  record TextAtOffset(String text, BigInteger offset) implements ExtraKey {
    public TextAtOffset {
      check64Bits(offset);
    }
  }

  record Whole(BigInteger value) implements ExtraKey {
    public Whole {
      check64Bits(value);
    }
  }

  record Real(double value) implements ExtraKey {}

  record Flag(boolean value) implements ExtraKey {}

  /** Bytes that came as an array of numbers 0 to 255. */
  record ByteList(List<Integer> bytes) implements ExtraKey {
    public ByteList {
      bytes = List.copyOf(bytes);
      if (bytes.stream().anyMatch(value -> value >>> Byte.SIZE != 0)) {
        throw new IllegalArgumentException("not bytes: " + bytes);
      }
    }
  }

  private static void check64Bits(BigInteger value) {
    if (value.bitLength() > (value.signum() < 0 ? Long.SIZE - 1 : Long.SIZE)) {
      throw new IllegalArgumentException("not a signed or unsigned 64-bit number: " + value);
    }
  }
}
