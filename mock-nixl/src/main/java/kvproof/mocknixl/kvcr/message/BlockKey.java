package kvproof.mocknixl.kvcr.message;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/** The opaque bytes by which services name a block. Immutable; never empty. */
public final class BlockKey {
  private final byte[] bytes;

  private BlockKey(byte[] bytes) {
    if (bytes.length == 0) {
      throw new IllegalArgumentException("a block key needs bytes");
    }
    this.bytes = bytes;
  }

  /** Copies the array. */
  public static BlockKey of(byte[] bytes) {
    return new BlockKey(bytes.clone());
  }

  /** The key of a block in kvproof: its external hash as 8 bytes, big-endian. */
  public static BlockKey ofHash(long externalHash) {
    return new BlockKey(ByteBuffer.allocate(Long.BYTES).putLong(externalHash).array());
  }

  /** A fresh copy. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** The hash that {@link #ofHash} was given; {@link IllegalStateException} for any other key. */
  public long toHash() {
    if (bytes.length != Long.BYTES) {
      throw new IllegalStateException("not the key of a hash: " + this);
    }
    return ByteBuffer.wrap(bytes).getLong();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof BlockKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Hex digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
