package kvproof.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongUnaryOperator;
import kvproof.model.BlockHashes;

/**
 * Draws prompt chains whose external hash is a function of the prefix.
 *
 * <p>Chain 0 has the hashes 101, 102, ..., chain 1 has 201, ... where it is not the same prefix as
 * an earlier one. The plain numbers are then spelt in one of several ways.
 */
final class PromptForest {
  private record Place(OptionalLong parent, long localHash) {}

  private static final long[] LANDMARKS = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE};

  private final SeededRandom random;
  private final boolean isReadable;
  private final int alphabet;
  private final Map<Place, Long> externalHashes = new HashMap<>();
  private final List<long[]> prompts = new ArrayList<>();

  private PromptForest(SeededRandom random) {
    this.random = random;
    this.isReadable = random.chance(60);
    this.alphabet = random.between(2, 5);
  }

  static List<PromptChain> draw(SeededRandom random) {
    PromptForest forest = new PromptForest(random);
    int count = 1 + random.weighted(20, 40, 25, 15);
    while (forest.prompts.size() < count) {
      forest.addPrompt();
    }
    LongUnaryOperator spelling = forest.spelling();
    LongUnaryOperator localSpelling = random.chance(80) ? LongUnaryOperator.identity() : spelling;
    List<PromptChain> chains = new ArrayList<>();
    for (int i = 0; i < forest.prompts.size(); i++) {
      long[] localHashes = forest.prompts.get(i);
      chains.add(
          new PromptChain(
              spelt(localHashes, localSpelling), spelt(forest.hashesOf(i, localHashes), spelling)));
    }
    return List.copyOf(chains);
  }

  /** A prompt of its own, or a fork of an earlier one. */
  private void addPrompt() {
    int index = prompts.size();
    int length =
        index == 0 && random.chance(60)
            ? random.between(6, PromptFamilies.MOST_BLOCKS)
            : random.between(1, PromptFamilies.MOST_BLOCKS);
    long[] localHashes = new long[length];
    int shared = 0;
    if (index > 0 && random.chance(70)) {
      long[] earlier = random.pick(prompts);
      shared = random.between(0, Math.min(length, earlier.length) - 1);
      System.arraycopy(earlier, 0, localHashes, 0, shared);
    }
    for (int position = shared; position < length; position++) {
      localHashes[position] = localHash(index, position, position == shared);
    }
    prompts.add(localHashes);
  }

  /** Readable: the position, and something else where a fork begins. Otherwise a small alphabet. */
  private long localHash(int prompt, int position, boolean isFork) {
    if (!isReadable) {
      return random.between(1, alphabet);
    }
    return position + 1 + (isFork ? 20L * prompt : 0);
  }

  private long[] hashesOf(int prompt, long[] localHashes) {
    long[] hashes = new long[localHashes.length];
    OptionalLong parent = OptionalLong.empty();
    for (int position = 0; position < hashes.length; position++) {
      long fresh = 100L * (prompt + 1) + position + 1;
      hashes[position] =
          externalHashes.computeIfAbsent(new Place(parent, localHashes[position]), place -> fresh);
      parent = OptionalLong.of(hashes[position]);
    }
    return hashes;
  }

  /** Plain; or with values that code likes to keep for itself; or small; or over all 64 bits. */
  private LongUnaryOperator spelling() {
    return switch (random.weighted(62, 10, 8, 20)) {
      case 0 -> LongUnaryOperator.identity();
      case 1 -> PromptForest::landmark;
      case 2 -> hash -> hash > 100 ? hash - 100 : hash;
      default -> {
        long salt = random.nextLong();
        yield hash -> SeededRandom.mix(salt, hash);
      }
    };
  }

  /** The first four local hashes, and the first four external ones of chain 0. */
  private static long landmark(long hash) {
    long number = hash > 100 ? hash - 100 : hash;
    return number <= LANDMARKS.length ? LANDMARKS[(int) number - 1] : hash;
  }

  private static BlockHashes spelt(long[] hashes, LongUnaryOperator spelling) {
    return BlockHashes.of(Arrays.stream(hashes).map(spelling).toArray());
  }
}
