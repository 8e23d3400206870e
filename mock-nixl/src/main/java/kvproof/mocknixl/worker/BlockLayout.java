package kvproof.mocknixl.worker;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import kvproof.mocknixl.kvcr.PoolLayout;
import kvproof.mocknixl.kvcr.message.Catalogue;

/**
 * The parts of a block in their order: label and bytes of each.
 *
 * @param bytesByLabel labels are {@code pool} or {@code pool:part}; parts of one pool are equally
 *     large, and each is a multiple of 8 bytes; 16 bytes or more in all
 */
public record BlockLayout(SequencedMap<String, Integer> bytesByLabel) {
  public BlockLayout {
    bytesByLabel = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(bytesByLabel));
    bytesByLabel.forEach(BlockLayout::checkPart);
    new BlockContent(total(bytesByLabel));
    poolLayout(bytesByLabel);
  }

  /** One part in the pool without a name. */
  public static BlockLayout whole(int blockBytes) {
    return new BlockLayout(new LinkedHashMap<>(Map.of("", blockBytes)));
  }

  public int blockBytes() {
    return total(bytesByLabel);
  }

  /** In their order. */
  public List<String> labels() {
    return List.copyOf(bytesByLabel.keySet());
  }

  /** The labels of one pool, in their order. */
  public List<String> labels(String pool) {
    return bytesByLabel.keySet().stream()
        .filter(label -> Catalogue.pool(label).equals(pool))
        .toList();
  }

  /** What source and target have to agree on. */
  public PoolLayout poolLayout() {
    return poolLayout(bytesByLabel);
  }

  private static void checkPart(String label, int bytes) {
    if (bytes < Long.BYTES || bytes % Long.BYTES != 0) {
      throw new IllegalArgumentException(
          "part '" + label + "' of " + bytes + " bytes; take a multiple of 8");
    }
    if (label.endsWith(":") || label.indexOf(':') != label.lastIndexOf(':')) {
      throw new IllegalArgumentException("label '" + label + "' is neither pool nor pool:part");
    }
  }

  private static int total(Map<String, Integer> bytesByLabel) {
    return Math.toIntExact(bytesByLabel.values().stream().mapToLong(Integer::longValue).sum());
  }

  private static PoolLayout poolLayout(Map<String, Integer> bytesByLabel) {
    SequencedMap<String, Long> bytesByPool = new LinkedHashMap<>();
    bytesByLabel.forEach(
        (label, bytes) -> {
          Long former = bytesByPool.putIfAbsent(Catalogue.pool(label), (long) bytes);
          if (former != null && former != (long) bytes) {
            throw new IllegalArgumentException(
                "parts of pool '%s' differ: %d and %d bytes; give them pools of their own"
                    .formatted(Catalogue.pool(label), former, bytes));
          }
        });
    return new PoolLayout(bytesByPool);
  }

  /** Such as {@code kv:k=4096,kv:v=4096,scales=64}. */
  @Override
  public String toString() {
    return bytesByLabel.entrySet().stream()
        .map(part -> part.getKey() + "=" + part.getValue())
        .collect(Collectors.joining(","));
  }
}
