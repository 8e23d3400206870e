package kvproof.oracles.scheduling;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Blocks of one rank that running requests use: selection 6.3 and 6.4, one block at a time.
 *
 * <p>A block of a prompt is the whole path up to it, so it counts once however many requests go
 * through it. Catches shared blocks counted twice, a membership test in place of a prefix, and
 * fractions that reach shared blocks or are forgotten. Blind to the order of hashes within a
 * scheduler's own structure.
 */
final class HeldPaths {
  /** A path from the root; a request that shares with nobody has a root of its own. */
  private record Path(String root, List<Long> hashes) {}

  private static final class Block {
    private final Set<String> users = new TreeSet<>();
    private BigDecimal weight = BigDecimal.ONE;
  }

  private static final class Output {
    private long blocks;
    private BigDecimal weight = BigDecimal.ONE;
  }

  private static final String COMMON = "";

  private final Map<Path, Block> blocks = new HashMap<>(); // summed up only: any order
  private final Map<String, Output> outputs = new TreeMap<>();

  void add(String requestId, List<Long> hashes, boolean sharesBlocks) {
    String root = sharesBlocks ? COMMON : "only " + requestId;
    for (int length = 1; length <= hashes.size(); length++) {
      blocks
          .computeIfAbsent(new Path(root, hashes.subList(0, length)), path -> new Block())
          .users
          .add(requestId);
    }
    outputs.put(requestId, new Output());
  }

  void remove(String requestId) {
    blocks.values().forEach(block -> block.users.remove(requestId));
    blocks.values().removeIf(block -> block.users.isEmpty());
    outputs.remove(requestId);
  }

  /** The fraction is for what the request owns alone at this moment, and stays with it. */
  void addOutput(String requestId, int count, double fraction) {
    Output output = outputs.get(requestId);
    if (output == null || count == 0) {
      return;
    }
    output.blocks += count;
    output.weight = new BigDecimal(fraction);
    for (Block block : blocks.values()) {
      if (block.users.equals(Set.of(requestId))) {
        block.weight = new BigDecimal(fraction);
      }
    }
  }

  long active() {
    BigDecimal total = BigDecimal.ZERO;
    for (Block block : blocks.values()) {
      total = total.add(block.weight);
    }
    for (Output output : outputs.values()) {
      total = total.add(output.weight.multiply(BigDecimal.valueOf(output.blocks)));
    }
    return total.setScale(0, RoundingMode.HALF_UP).longValueExact();
  }

  /** Blocks that the rank would hold besides, if it ran a request over this path. */
  int additional(List<Long> hashes, boolean sharesBlocks) {
    int depth = 0;
    while (sharesBlocks
        && depth < hashes.size()
        && blocks.containsKey(new Path(COMMON, hashes.subList(0, depth + 1)))) {
      depth++;
    }
    return hashes.size() - depth;
  }
}
