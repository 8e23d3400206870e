package kvproof.mocknixl.kvcr;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.OptionalLong;
import java.util.SequencedMap;
import kvproof.mocknixl.kvcr.message.Catalogue;

/**
 * The pools that source and target are both configured with, in order: name and bytes of a block.
 *
 * @param blockBytesByPool at least one; no colon in a name, and none empty beside others
 */
public record PoolLayout(SequencedMap<String, Long> blockBytesByPool) {
  public PoolLayout {
    blockBytesByPool = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(blockBytesByPool));
    boolean fits =
        !blockBytesByPool.isEmpty()
            && blockBytesByPool.keySet().stream().noneMatch(name -> name.contains(":"))
            && (blockBytesByPool.size() == 1 || !blockBytesByPool.containsKey(""))
            && blockBytesByPool.values().stream().allMatch(bytes -> bytes >= 1);
    if (!fits) {
      throw new IllegalArgumentException("not a layout of pools: " + blockBytesByPool);
    }
  }

  /** Bytes of an element under that label; empty if its pool is unknown. */
  public OptionalLong blockBytes(String label) {
    Long bytes = blockBytesByPool.get(Catalogue.pool(label));
    return bytes == null ? OptionalLong.empty() : OptionalLong.of(bytes);
  }
}
