package kvproof.model.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hasher64;
import com.dynatrace.hash4j.hashing.Hashing;

/** XXH3, 64-bit variant, under one seed. Integers enter as little-endian bytes. Thread-safe. */
public final class Xxh3 {
  /** Seed of every sequence hash, and of a block hash without LoRA and cache namespace. */
  public static final long DEFAULT_SEED = 1337;

  private final Hasher64 hasher;

  private Xxh3(Hasher64 hasher) {
    this.hasher = hasher;
  }

  public static Xxh3 seeded(long seed) {
    return new Xxh3(Hashing.xxh3_64(seed));
  }

  public long hash(byte[] bytes) {
    return hasher.hashBytesToLong(bytes);
  }

  public long hash(byte[] bytes, int offset, int length) {
    return hasher.hashBytesToLong(bytes, offset, length);
  }

  /** Hash of the 16 bytes of two integers, {@code first} in front. */
  public long hash(long first, long second) {
    return hasher.hashLongLongToLong(first, second);
  }

  /** Hash of the text's UTF-8 bytes. */
  public long hash(String text) {
    return hash(text.getBytes(UTF_8));
  }
}
