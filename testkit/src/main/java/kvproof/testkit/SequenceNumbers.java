package kvproof.testkit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kvproof.model.BlockHashes;

/** Hashes for the prefixes of prompts, numbered as they come up: equal prefixes, equal numbers. */
final class SequenceNumbers {
  private final Map<List<Long>, Long> numbers = new HashMap<>();
  private long next = 5_001;

  BlockHashes of(BlockHashes localHashes) {
    List<Long> prompt = localHashes.stream().boxed().toList();
    long[] hashes = new long[prompt.size()];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = numberOf(List.copyOf(prompt.subList(0, i + 1)));
    }
    return BlockHashes.of(hashes);
  }

  private long numberOf(List<Long> prefix) {
    Long known = numbers.get(prefix);
    if (known == null) {
      known = next++;
      numbers.put(prefix, known);
    }
    return known;
  }
}
