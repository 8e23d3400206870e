package kvproof.model.identity;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import kvproof.model.WorkerWithDpRank;
import org.bouncycastle.crypto.digests.Blake3Digest;

/** Compact keys of owners: the first 16 bytes of BLAKE3 over a tag and the owner's identity. */
public final class OwnerKey {
  /*
   * Input of the hash; integers are big-endian, nothing is framed.
   *
   *   rank          tag, worker id u64, dp rank u32
   *   cache owner   tag, semantics 16 + flag 1, scope 16 + flag 1, data centre u64, slot 16 + flag 1
   */
  private static final byte[] RANK_TAG = "dynamo/residency-owner/worker/v1".getBytes(US_ASCII);
  private static final byte[] CACHE_OWNER_TAG =
      "dynamo/residency-owner/cache-owner/v1".getBytes(US_ASCII);
  private static final int DIGEST_BYTES = Digest128.SIZE_BYTES + 1;

  private OwnerKey() {}

  public static Digest128 of(WorkerWithDpRank rank) {
    return blake3(
        ByteBuffer.allocate(RANK_TAG.length + Long.BYTES + Integer.BYTES)
            .put(RANK_TAG)
            .putLong(rank.workerId())
            .putInt(rank.dpRank())
            .array());
  }

  public static Digest128 of(CacheOwnerId owner) {
    ByteBuffer input =
        ByteBuffer.allocate(CACHE_OWNER_TAG.length + 3 * DIGEST_BYTES + Long.BYTES)
            .put(CACHE_OWNER_TAG);
    put(input, owner.cacheSemantics());
    put(input, owner.routingScope());
    input.putLong(owner.dataCentre());
    put(input, owner.stableDpSlot());
    return blake3(input.array());
  }

  private static void put(ByteBuffer input, IdentityDigest part) {
    input.put(part.digest().bytes()).put(part.sourceFlag().keyByte());
  }

  private static Digest128 blake3(byte[] input) {
    var digest = new Blake3Digest(Digest128.SIZE_BYTES * Byte.SIZE);
    digest.update(input, 0, input.length);
    byte[] key = new byte[Digest128.SIZE_BYTES];
    digest.doFinal(key, 0);
    return Digest128.of(key);
  }
}
