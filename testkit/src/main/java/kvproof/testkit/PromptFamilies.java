package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The prompts of a case: a few chains that share prefixes and fork.
 *
 * @param chains hash-consistent: one external hash per prefix; the first is the most used
 * @param variants the same prompts under other external hashes in places; none unless asked for
 * @param cuts positions at which owners like to start and stop, so that one owner's blocks begin
 *     where those of another end
 */
record PromptFamilies(List<PromptChain> chains, List<PromptChain> variants, List<Integer> cuts) {

  static final int MOST_BLOCKS = 14;

  static PromptFamilies draw(SeededRandom random, boolean withVariants) {
    List<PromptChain> chains = PromptForest.draw(random.fork("forest"));
    List<PromptChain> variants = new ArrayList<>();
    if (withVariants) {
      int count = random.between(1, 2);
      for (int i = 0; i < count; i++) {
        variants.add(variantOf(random.pick(chains), 900 + 20L * i, random));
      }
    }
    List<Integer> cuts = new ArrayList<>();
    int count = random.between(2, 4);
    int length = chains.getFirst().length();
    while (cuts.size() < count) {
      cuts.add(random.between(1, length));
    }
    return new PromptFamilies(chains, List.copyOf(variants), List.copyOf(cuts));
  }

  /** Another hash line from some position on; every other one returns to the first line. */
  private static PromptChain variantOf(PromptChain chain, long firstHash, SeededRandom random) {
    int start = random.below(chain.length());
    int end = random.chance(60) ? chain.length() : random.between(start + 1, chain.length());
    return chain.rehashed(start, end, firstHash);
  }

  /** Chains, then variants. */
  List<PromptChain> all() {
    return Stream.concat(chains.stream(), variants.stream()).toList();
  }

  /** A chain to act on: mostly the first, sometimes a variant if there are any. */
  PromptChain pick(SeededRandom random) {
    if (!variants.isEmpty() && random.chance(25)) {
      return random.pick(variants);
    }
    return random.chance(60) ? chains.getFirst() : random.pick(chains);
  }

  /** A position in {@code [first, last]}: mostly a cut, if one is there. */
  int cut(SeededRandom random, int first, int last) {
    if (random.chance(70)) {
      List<Integer> inside = cuts.stream().filter(c -> first <= c && c <= last).toList();
      if (!inside.isEmpty()) {
        return random.pick(inside);
      }
    }
    return random.between(first, last);
  }
}
