package kvproof.testkit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import kvproof.model.BlockHashes;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;

/** Draws the requests of a case: prompts that the history is about, and some that it is not. */
final class Requests {
  /** A local hash that no chain has. */
  private static final long UNKNOWN_LOCAL_HASH = 77;

  private static final int MOST_TARGETS = 6;

  private Requests() {}

  static List<Request> draw(HistoryDraft history, CaseSize size, SeededRandom random) {
    int count = size.drawRequests(random);
    List<Request> requests = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      requests.add(
          new Request(
              "q" + i, prompt(history.families(), random), targets(history.population(), random)));
    }
    return List.copyOf(requests);
  }

  /** Mostly what the history is about, or a part of it. */
  static BlockHashes prompt(PromptFamilies families, SeededRandom random) {
    BlockHashes whole = families.pick(random).localHashes();
    return switch (random.weighted(55, 25, 8, 10, 2)) {
      case 0 -> whole;
      case 1 -> whole.slice(0, families.cut(random, 1, whole.size()));
      case 2 -> withUnknownTail(whole, random.between(1, 3));
      case 3 -> mutated(whole, random.below(whole.size()));
      default -> BlockHashes.empty();
    };
  }

  private static BlockHashes withUnknownTail(BlockHashes hashes, int tailBlocks) {
    long[] longer = Arrays.copyOf(hashes.toArray(), hashes.size() + tailBlocks);
    Arrays.fill(longer, hashes.size(), longer.length, UNKNOWN_LOCAL_HASH);
    return BlockHashes.of(longer);
  }

  private static BlockHashes mutated(BlockHashes hashes, int position) {
    long[] changed = hashes.toArray();
    changed[position] = UNKNOWN_LOCAL_HASH;
    return BlockHashes.of(changed);
  }

  /** Some ranks of the population, sometimes one that never stored anything. */
  private static List<WorkerWithDpRank> targets(Population population, SeededRandom random) {
    List<WorkerWithDpRank> candidates = new ArrayList<>(population.ranks());
    if (random.chance(30)) {
      candidates.add(population.bystander());
    }
    int most = Math.min(MOST_TARGETS, candidates.size());
    int count = random.chance(60) ? most : random.between(1, most);
    return random.shuffled(candidates).subList(0, count);
  }
}
