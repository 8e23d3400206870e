package kvproof.model.identity;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.BlockHashes;

/**
 * Everything that decides the local hashes of a prompt.
 *
 * <p>Hashes are worked out from these parts at every call and kept nowhere: content with another
 * LoRA, namespace, EAGLE flag or other objects is another value, so no hash can go stale.
 *
 * @param blockSize tokens per block; 0 gives no blocks
 * @param loraName empty: base model
 * @param cacheNamespace empty: none; not interchangeable with the LoRA name
 * @param mmObjects multimodal objects of block i at i; a block without entry has none
 * @param eagle windows overlap by one token
 */
public record RequestContent(
    Tokens tokens,
    int blockSize,
    String loraName,
    String cacheNamespace,
    List<List<MmObject>> mmObjects,
    boolean eagle) {

  private static final Xxh3 LORA_NAMES = Xxh3.seeded(0);
  private static final Xxh3 CACHE_NAMESPACES = Xxh3.seeded(1);

  public RequestContent {
    if (blockSize < 0) {
      throw new IllegalArgumentException("not a block size: " + blockSize);
    }
    mmObjects = mmObjects.stream().map(List::copyOf).toList();
  }

  /** Plain text for the base model: no LoRA, no namespace, no objects, no EAGLE. */
  public static RequestContent of(Tokens tokens, int blockSize) {
    return new RequestContent(tokens, blockSize, "", "", List.of(), false);
  }

  public RequestContent withLoraName(String newLoraName) {
    return new RequestContent(tokens, blockSize, newLoraName, cacheNamespace, mmObjects, eagle);
  }

  public RequestContent withCacheNamespace(String newCacheNamespace) {
    return new RequestContent(tokens, blockSize, loraName, newCacheNamespace, mmObjects, eagle);
  }

  public RequestContent withMmObjects(List<List<MmObject>> newMmObjects) {
    return new RequestContent(tokens, blockSize, loraName, cacheNamespace, newMmObjects, eagle);
  }

  public RequestContent withEagle(boolean newEagle) {
    return new RequestContent(tokens, blockSize, loraName, cacheNamespace, mmObjects, newEagle);
  }

  /** Complete blocks; tokens that fill no block do not count. */
  public int blockCount() {
    int starts = eagle ? Math.max(tokens.size() - 1, 0) : tokens.size();
    return blockSize == 0 ? 0 : starts / blockSize;
  }

  /** Seed of every block hash: salted by the LoRA name and the namespace. */
  public long seed() {
    return Xxh3.DEFAULT_SEED + salt(LORA_NAMES, loraName) + salt(CACHE_NAMESPACES, cacheNamespace);
  }

  private static long salt(Xxh3 names, String name) {
    return name.isEmpty() ? 0 : names.hash(name);
  }

  /** One hash per complete block, from the root. */
  public BlockHashes localHashes() {
    Xxh3 blocks = Xxh3.seeded(seed());
    byte[] bytes = tokens.littleEndianBytes();
    return BlockHashes.of(
        IntStream.range(0, blockCount())
            .mapToLong(block -> localHash(blocks, bytes, block))
            .toArray());
  }

  private long localHash(Xxh3 blocks, byte[] bytes, int block) {
    int offset = block * blockSize * Integer.BYTES;
    int length = (eagle ? blockSize + 1 : blockSize) * Integer.BYTES;
    List<MmObject> objects = block < mmObjects.size() ? mmObjects.get(block) : List.of();
    if (objects.isEmpty()) {
      return blocks.hash(bytes, offset, length);
    }
    ByteBuffer content =
        ByteBuffer.allocate(length + objects.size() * Long.BYTES)
            .order(LITTLE_ENDIAN)
            .put(bytes, offset, length);
    objects.stream().map(MmObject::hash).sorted(Long::compareUnsigned).forEach(content::putLong);
    return blocks.hash(content.array());
  }
}
