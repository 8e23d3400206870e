package kvproof.testkit;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.EXTERNAL;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Stores as engines publish them, and some that come in an unusual order. */
final class StoreKinds {
  private static final List<StorageTier> EVERY_TIER = List.of(StorageTier.values());

  private StoreKinds() {}

  /** A prefix that ends at a cut, on any tier. */
  static void root(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    int end = draft.families().cut(random, 1, chain.length());
    draft.offer(chain.stored(rank(draft, random), tier(random), 0, end));
  }

  /** A prompt from its first block to its last. */
  static void wholeChain(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    StorageTier tier = random.chance(60) ? DEVICE : HOST_PINNED;
    draft.offer(chain.stored(rank(draft, random), tier, 0, chain.length()));
  }

  /** A short prefix, each block in an event of its own. */
  static void blockByBlock(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    WorkerWithDpRank rank = rank(draft, random);
    StorageTier tier = tier(random);
    int end = Math.min(chain.length(), random.between(2, 5));
    for (int position = 0; position < end; position++) {
      draft.offer(chain.stored(rank, tier, position, position + 1));
    }
  }

  /** More blocks behind a run, sometimes with blocks of the run told again. */
  static void extension(HistoryDraft draft, SeededRandom random) {
    anyRun(draft, random)
        .filter(run -> run.end() < run.chain().length())
        .ifPresent(
            run -> {
              int from = random.chance(75) ? run.end() : random.between(run.start(), run.end());
              int end = draft.families().cut(random, run.end() + 1, run.chain().length());
              draft.offer(run.stored(from, end));
            });
  }

  /** Blocks that are held already. */
  static void duplicate(HistoryDraft draft, SeededRandom random) {
    anyRun(draft, random)
        .ifPresent(
            run -> {
              int from = random.between(run.start(), run.end() - 1);
              draft.offer(run.stored(from, random.between(from + 1, run.end())));
            });
  }

  /** Device blocks copied to a lower tier, and often dropped from the device from there on. */
  static void offload(HistoryDraft draft, SeededRandom random) {
    draft
        .anyRun(random, List.of(DEVICE))
        .ifPresent(
            run -> {
              int from = random.between(run.start(), run.end() - 1);
              int end = random.chance(70) ? run.end() : random.between(from + 1, run.end());
              draft.offer(run.chain().stored(run.owner(), lowerTier(random), from, end));
              if (random.chance(50)) {
                draft.evict(run, from, run.end(), run.removed(from, run.end()).externalHashes());
              }
            });
  }

  /** Lower blocks that continue what the same rank holds one or more tiers above. */
  static void continuationBelow(HistoryDraft draft, SeededRandom random) {
    draft
        .anyRun(random, random.chance(75) ? List.of(DEVICE) : List.of(HOST_PINNED, DISK))
        .filter(run -> run.end() < run.chain().length())
        .ifPresent(
            run -> {
              StorageTier tier = lowerTier(random);
              int end = draft.families().cut(random, run.end() + 1, run.chain().length());
              draft.offer(run.chain().stored(run.owner(), tier, run.end(), end));
            });
  }

  /** The end of a chain alone, often from where another rank stops. */
  static void suffixOnly(HistoryDraft draft, SeededRandom random) {
    suffix(draft, random, rank(draft, random));
  }

  static void cacheOwnerSuffix(HistoryDraft draft, SeededRandom random) {
    cacheOwner(draft, random).ifPresent(owner -> suffix(draft, random, owner));
  }

  static void cacheOwnerRoot(HistoryDraft draft, SeededRandom random) {
    cacheOwner(draft, random)
        .ifPresent(
            owner -> {
              PromptChain chain = draft.families().pick(random);
              int end = draft.families().cut(random, 1, chain.length());
              draft.offer(chain.stored(owner, lowerTier(random), 0, end));
            });
  }

  /** The end of a chain with one block missing in the middle. */
  static void suffixWithGap(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    int start = startOfSuffix(draft, random, chain);
    if (chain.length() - start < 3) {
      return;
    }
    Owner owner = random.pick(draft.population().owners());
    int gap = random.between(start + 1, chain.length() - 2);
    draft.offer(chain.stored(owner, HOST_PINNED, start, gap));
    draft.offer(chain.stored(owner, HOST_PINNED, gap + 1, chain.length()));
  }

  /** Blocks that an owner lost come back, alone or with what followed them. */
  static void restore(HistoryDraft draft, SeededRandom random) {
    if (draft.lost().isEmpty()) {
      return;
    }
    Run lost = random.pick(draft.lost());
    draft.offer(lost.stored(lost.start(), lost.end()));
  }

  /** Device blocks far from anything their rank holds. */
  static void detached(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    if (chain.length() > 1) {
      int start = draft.families().cut(random, 1, chain.length() - 1);
      int end = draft.families().cut(random, start + 1, chain.length());
      draft.offer(chain.stored(rank(draft, random), DEVICE, start, end));
    }
  }

  /** The end of a prefix, and only then its beginning. */
  static void childBeforeParent(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    if (chain.length() > 1) {
      int middle = draft.families().cut(random, 1, chain.length() - 1);
      int end = draft.families().cut(random, middle + 1, chain.length());
      WorkerWithDpRank rank = rank(draft, random);
      StorageTier tier = tier(random);
      draft.offer(chain.stored(rank, tier, middle, end));
      draft.offer(chain.stored(rank, tier, 0, middle));
    }
  }

  /** A store without blocks: at the root, under some block, or under nothing known. */
  static void empty(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    OptionalLong parent =
        random.chance(20)
            ? OptionalLong.of(draft.freshHash())
            : chain.parentAt(random.below(chain.length() + 1));
    draft.offer(
        new Stored(
            random.pick(draft.population().owners()),
            tier(random),
            random.chance(50) ? OptionalLong.empty() : parent,
            BlockHashes.empty(),
            BlockHashes.empty()));
  }

  /** Device blocks of a cache owner: refused. */
  static void refused(HistoryDraft draft, SeededRandom random) {
    cacheOwner(draft, random)
        .ifPresent(
            owner -> {
              PromptChain chain = draft.families().pick(random);
              draft.offer(chain.stored(owner, DEVICE, 0, random.between(1, chain.length())));
            });
  }

  private static void suffix(HistoryDraft draft, SeededRandom random, Owner owner) {
    PromptChain chain = draft.families().pick(random);
    int start = startOfSuffix(draft, random, chain);
    if (start < chain.length()) {
      int end =
          random.chance(50)
              ? chain.length()
              : draft.families().cut(random, start + 1, chain.length());
      draft.offer(chain.stored(owner, random.chance(88) ? HOST_PINNED : DISK, start, end));
    }
  }

  /** Mostly the frontier of somebody, else a cut. */
  private static int startOfSuffix(HistoryDraft draft, SeededRandom random, PromptChain chain) {
    int frontier = draft.frontier(rank(draft, random), chain);
    return frontier > 0 && random.chance(70)
        ? frontier
        : draft.families().cut(random, 1, chain.length());
  }

  static Optional<Run> anyRun(HistoryDraft draft, SeededRandom random) {
    return draft.anyRun(random, random.chance(50) ? List.of(DEVICE, HOST_PINNED) : EVERY_TIER);
  }

  static WorkerWithDpRank rank(HistoryDraft draft, SeededRandom random) {
    return random.pick(draft.population().ranks());
  }

  private static Optional<CacheOwner> cacheOwner(HistoryDraft draft, SeededRandom random) {
    List<CacheOwner> owners = draft.population().cacheOwners();
    return owners.isEmpty() ? Optional.empty() : Optional.of(random.pick(owners));
  }

  private static StorageTier tier(SeededRandom random) {
    return random.chance(60) ? DEVICE : lowerTier(random);
  }

  private static StorageTier lowerTier(SeededRandom random) {
    return List.of(HOST_PINNED, DISK, EXTERNAL).get(random.weighted(70, 20, 10));
  }
}
