package kvproof.model.identity;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import kvproof.model.identity.IdentityEntries.Defaults;
import kvproof.model.identity.IdentityEntries.Entry;
import kvproof.model.identity.IdentityEntries.Explicit;

/**
 * The bytes behind the digests of a cache owner's identity.
 *
 * <p>Whoever publishes an identity hashes them; the hash function is that party's own.
 */
public final class IdentityMaterial {
  /*
   * Little-endian; a text is its length in bytes as u32, then its UTF-8 bytes, so that "ab", "c"
   * and "a", "bc" differ.
   *
   *   cache semantics   tag, u32 count, entries, block size u32, event hash format u16
   *   routing scope     tag, u32 count, entries
   *   stable dp slot    tag, u32 count, entries, always explicit
   *
   * An entry of an explicit map is its key, then its value; the count counts entries. The tag says
   * which kind of entries follows.
   */
  private static final int MAX_EVENT_HASH_FORMAT = 0xffff;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private IdentityMaterial(String subject, IdentityEntries entries) {
    switch (entries) {
      case Defaults(var values) -> {
        putText("dynamo/" + subject + "/default/v1");
        putInteger(values.size(), Integer.BYTES);
        values.forEach(this::putText);
      }
      case Explicit(var map) -> {
        putText("dynamo/" + subject + "/explicit/v1");
        putInteger(map.size(), Integer.BYTES);
        for (Entry entry : map) {
          putText(entry.key());
          putText(entry.value());
        }
      }
    }
  }

  /**
   * Material of the cache semantics id.
   *
   * @param eventHashFormat unsigned 16-bit
   */
  public static byte[] cacheSemantics(IdentityEntries entries, int blockSize, int eventHashFormat) {
    if (blockSize < 0) {
      throw new IllegalArgumentException("not a block size: " + blockSize);
    }
    if (eventHashFormat < 0 || eventHashFormat > MAX_EVENT_HASH_FORMAT) {
      throw new IllegalArgumentException("not an event hash format: " + eventHashFormat);
    }
    var material = new IdentityMaterial("indexer-cache-semantics", entries);
    material.putInteger(blockSize, Integer.BYTES);
    material.putInteger(eventHashFormat, Short.BYTES);
    return material.bytes.toByteArray();
  }

  /** Material of the routing scope id. */
  public static byte[] routingScope(IdentityEntries entries) {
    return new IdentityMaterial("indexer-routing-scope", entries).bytes.toByteArray();
  }

  /** Material of the stable dp slot id, which has no defaults. */
  public static byte[] stableDpSlot(Explicit entries) {
    return new IdentityMaterial("stable-dp-slot", entries).bytes.toByteArray();
  }

  private void putText(String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    putInteger(utf8.length, Integer.BYTES);
    bytes.writeBytes(utf8);
  }

  private void putInteger(int value, int sizeBytes) {
    for (int i = 0; i < sizeBytes; i++) {
      bytes.write(value >>> (i * Byte.SIZE));
    }
  }
}
