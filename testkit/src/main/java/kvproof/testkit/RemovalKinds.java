package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Removals, clears, and ranks that leave. */
final class RemovalKinds {
  private RemovalKinds() {}

  /** The end of a run in one event, in any order, or from the leaf up in one event a block. */
  static void suffix(HistoryDraft draft, SeededRandom random) {
    StoreKinds.anyRun(draft, random)
        .ifPresent(
            run -> {
              int from = random.between(run.start(), run.end() - 1);
              if (random.chance(25)) {
                leafByLeaf(draft, run, Math.max(from, run.end() - 3));
              } else {
                evict(draft, random, run, from, run.end());
              }
            });
  }

  private static void leafByLeaf(HistoryDraft draft, Run run, int from) {
    for (int position = run.end() - 1; position >= from; position--) {
      draft.evict(
          run, position, position + 1, run.removed(position, position + 1).externalHashes());
    }
  }

  /** One or two blocks with something behind them. */
  static void middle(HistoryDraft draft, SeededRandom random) {
    StoreKinds.anyRun(draft, random)
        .filter(run -> run.length() > 1)
        .ifPresent(
            run -> {
              int from = random.between(run.start(), run.end() - 2);
              int end = Math.min(from + random.between(1, 2), run.end() - 1);
              evict(draft, random, run, from, end);
            });
  }

  private static void evict(HistoryDraft draft, SeededRandom random, Run run, int from, int end) {
    List<Long> hashes = run.removed(from, end).externalHashes().stream().boxed().toList();
    draft.evict(
        run, from, end, BlockHashes.of(random.chance(50) ? hashes : random.shuffled(hashes)));
  }

  /** Several blocks at once, held in any places, some perhaps unknown or named twice. */
  static void batch(HistoryDraft draft, SeededRandom random) {
    StoreKinds.anyRun(draft, random)
        .ifPresent(
            run -> {
              List<Long> hashes = new ArrayList<>();
              random.shuffled(draft.blocks(run.owner(), run.tier())).stream()
                  .limit(random.between(1, 5))
                  .forEach(block -> hashes.add(block.externalHash()));
              if (random.chance(25)) {
                hashes.add(random.below(hashes.size() + 1), draft.freshHash());
              }
              if (random.chance(15)) {
                hashes.add(random.pick(hashes));
              }
              draft.offer(new Removed(run.owner(), run.tier(), BlockHashes.of(hashes)));
            });
  }

  /** A block that the owner may well not hold. */
  static void unknown(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    int from = random.below(chain.length());
    StorageTier tier = random.pick(List.of(StorageTier.values()));
    draft.offer(
        chain.removed(
            random.pick(draft.population().owners()),
            tier,
            from,
            Math.min(chain.length(), from + random.between(1, 2))));
  }

  static void clearRank(HistoryDraft draft, SeededRandom random) {
    draft.offer(Cleared.of(StoreKinds.rank(draft, random)));
  }

  static void clearCacheOwner(HistoryDraft draft, SeededRandom random) {
    List<CacheOwner> owners = draft.population().cacheOwners();
    if (!owners.isEmpty()) {
      draft.offer(Cleared.of(random.pick(owners)));
    }
  }

  static void clearBoth(HistoryDraft draft, SeededRandom random) {
    List<CacheOwner> owners = draft.population().cacheOwners();
    if (!owners.isEmpty()) {
      draft.offer(
          new Cleared(
              Optional.of(StoreKinds.rank(draft, random)), Optional.of(random.pick(owners))));
    }
  }

  static void rank(HistoryDraft draft, SeededRandom random) {
    WorkerWithDpRank rank = StoreKinds.rank(draft, random);
    draft.offer(new RankRemoved(random.chance(90) ? rank : draft.population().bystander()));
  }

  static void worker(HistoryDraft draft, SeededRandom random) {
    draft.offer(new WorkerRemoved(StoreKinds.rank(draft, random).workerId()));
  }
}
