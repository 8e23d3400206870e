package kvproof.model.identity;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Objects;

/** Tokens of a prompt, in order; unsigned 32-bit each. An immutable value; may be empty. */
public final class Tokens {
  private final int[] tokens;

  private Tokens(int[] tokens) {
    this.tokens = tokens;
  }

  /** Copies the array. */
  public static Tokens of(int... tokens) {
    return new Tokens(tokens.clone());
  }

  public int size() {
    return tokens.length;
  }

  /** Throws {@link IndexOutOfBoundsException} outside {@code [0, size)}. */
  public int at(int position) {
    return tokens[position];
  }

  /** Those at {@code [start, end)}; throws {@link IndexOutOfBoundsException} outside. */
  public Tokens slice(int start, int end) {
    Objects.checkFromToIndex(start, end, tokens.length);
    return new Tokens(Arrays.copyOfRange(tokens, start, end));
  }

  /** Four bytes a token, as they enter a block hash. */
  byte[] littleEndianBytes() {
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(tokens.length, Integer.BYTES)).order(LITTLE_ENDIAN);
    bytes.asIntBuffer().put(tokens);
    return bytes.array();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Tokens that && Arrays.equals(tokens, that.tokens);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(tokens);
  }

  @Override
  public String toString() {
    return tokens.length + " tokens";
  }
}
