package kvproof.oracles.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * The words of the worked examples.
 *
 * <p>{@code w7} and {@code w7.1} are ranks, any other owner is a cache owner; hashes come single or
 * as {@code 101-104}. The block at position p of the usual chain has local hash p + 1 and external
 * hash 101 + p.
 */
final class ExampleWords {
  private ExampleWords() {}

  static Owner owner(String word) {
    return word.matches("w\\d.*") ? rank(word) : new CacheOwner(word);
  }

  static WorkerWithDpRank rank(String word) {
    String text = word.substring(1);
    return WorkerWithDpRank.parse(text.contains(".") ? text.replace('.', '/') : text + "/0");
  }

  static StorageTier tier(String word) {
    return StorageTier.ofWireName(word.equals("host") ? "host_pinned" : word);
  }

  static BlockHashes hashes(List<String> words) {
    return BlockHashes.of(words.stream().flatMapToLong(ExampleWords::range).boxed().toList());
  }

  private static LongStream range(String word) {
    String[] ends = word.split("-", 2);
    return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]));
  }

  /** {@code 102 3:103 4:104}: a parent or {@code root}, then blocks, local before external hash. */
  static Stored stored(Owner owner, StorageTier tier, List<String> words) {
    List<Long> locals = new ArrayList<>();
    List<Long> externals = new ArrayList<>();
    for (String block : words.subList(1, words.size())) {
      String[] pair = block.split(":", 2);
      locals.add(Long.parseLong(pair[0]));
      externals.add(Long.parseLong(pair[1]));
    }
    return new Stored(
        owner, tier, parent(words.getFirst()), BlockHashes.of(locals), BlockHashes.of(externals));
  }

  private static OptionalLong parent(String word) {
    return word.equals("root") ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(word));
  }

  /** {@code 4-9}: these positions of the usual chain, as one store. */
  static Stored held(Owner owner, StorageTier tier, String positions) {
    long[] run = range(positions).toArray();
    return new Stored(
        owner,
        tier,
        run[0] == 0 ? OptionalLong.empty() : OptionalLong.of(100 + run[0]),
        BlockHashes.of(Arrays.stream(run).map(position -> position + 1).toArray()),
        BlockHashes.of(Arrays.stream(run).map(position -> position + 101).toArray()));
  }

  /** The value of {@code key=value}. */
  static Optional<String> option(List<String> words, String key) {
    return words.stream()
        .filter(word -> word.startsWith(key + "="))
        .map(word -> word.substring(key.length() + 1))
        .map(value -> value.equals("none") ? "" : value)
        .findFirst();
  }

  /** {@code domain/value/enforcement}. */
  static Island island(String text) {
    String[] parts = text.split("/", 3);
    return new Island(parts[0], parts[1], Island.Enforcement.ofWireName(parts[2]));
  }
}
