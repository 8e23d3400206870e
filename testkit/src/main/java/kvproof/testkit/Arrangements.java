package kvproof.testkit;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerWithDpRank;

/**
 * Several steps that belong together: what chance alone would seldom put next to each other.
 *
 * <p>They are woven into a history like single events, so that what came before and what comes
 * after still disturbs them.
 */
final class Arrangements {
  /** Fewer owners are no crowd, and come together without help. */
  private static final int CROWD = 8;

  private Arrangements() {}

  /**
   * Ranks stop at different positions of one chain, and a source joins again where each stops.
   *
   * <pre>
   *   near    ########
   *   far     ################
   *   source          ####    ########
   * </pre>
   */
  static void staggeredFrontiers(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    List<WorkerWithDpRank> ranks = random.shuffled(draft.population().ranks());
    Owner source = random.pick(draft.population().owners());
    int frontier = 0;
    for (WorkerWithDpRank rank : ranks.subList(0, Math.min(3, ranks.size()))) {
      if (!rank.equals(source) && frontier < chain.length() - 1) {
        frontier = draft.families().cut(random, frontier + 1, chain.length() - 1);
        prefix(draft, random, rank, chain, frontier);
        int end = Math.min(chain.length(), frontier + random.between(1, 4));
        draft.offer(chain.stored(source, HOST_PINNED, frontier, end));
      }
    }
  }

  /** Nearly everybody continues one rank's prefix, from its end or from before it. */
  static void crowdedFrontier(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    List<Owner> owners = random.shuffled(draft.population().owners());
    WorkerWithDpRank rank = StoreKinds.rank(draft, random);
    if (owners.size() <= CROWD || chain.length() < 3) {
      return;
    }
    int frontier = draft.families().cut(random, 1, chain.length() - 2);
    prefix(draft, random, rank, chain, frontier);
    for (Owner owner : owners) {
      if (!owner.equals(rank)) {
        int start = random.chance(80) ? frontier : random.between(0, frontier);
        int end = random.between(frontier + 1, chain.length());
        draft.offer(chain.stored(owner, HOST_PINNED, start, end));
      }
    }
  }

  /** Cache owners that could serve a rank, often all attached to it, and a rank that could too. */
  static void attachedSources(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    List<CacheOwner> owners = draft.population().cacheOwners();
    List<WorkerWithDpRank> ranks = random.shuffled(draft.population().ranks());
    if (chain.length() < 3 || owners.isEmpty()) {
      return;
    }
    WorkerWithDpRank target = ranks.get(0);
    int frontier = draft.families().cut(random, 1, chain.length() - 2);
    prefix(draft, random, target, chain, frontier);
    Optional<WorkerWithDpRank> attachedTo =
        random.chance(60) ? Optional.of(target) : Optional.empty();
    SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
    for (CacheOwner owner : owners) {
      hintSources.put(owner, SnapshotKinds.hintSource(owner, attachedTo, random));
      longer(draft, random, owner, chain, frontier, chain.length());
    }
    int mostEnd = random.chance(50) ? frontier + 1 : chain.length(); // often the last choice
    longer(draft, random, ranks.get(1), chain, frontier, mostEnd);
    draft.add(new ResidencySnapshot(new TreeMap<>(), hintSources));
  }

  /** Host-pinned blocks from the root or from the frontier on, past the frontier. */
  private static void longer(
      HistoryDraft draft,
      SeededRandom random,
      Owner owner,
      PromptChain chain,
      int frontier,
      int mostEnd) {
    int end = random.between(frontier + 1, mostEnd);
    draft.offer(chain.stored(owner, HOST_PINNED, random.chance(40) ? 0 : frontier, end));
  }

  /** A rank whose host-pinned blocks are told by the cache owner that is projected to it. */
  static void projectedContinuation(HistoryDraft draft, SeededRandom random) {
    PromptChain chain = draft.families().pick(random);
    List<CacheOwner> owners = draft.population().cacheOwners();
    if (chain.length() < 3 || owners.isEmpty()) {
      return;
    }
    CacheOwner owner = random.pick(owners);
    WorkerWithDpRank rank = StoreKinds.rank(draft, random);
    int middle = draft.families().cut(random, 0, chain.length() - 2);
    int end = draft.families().cut(random, middle + 1, chain.length());
    draft.offer(chain.stored(rank, DEVICE, 0, middle));
    draft.offer(chain.stored(owner, HOST_PINNED, middle, end));
    SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
    if (random.chance(70)) {
      hintSources.put(owner, SnapshotKinds.hintSource(owner, Optional.of(rank), random));
    }
    SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
    projections.put(owner, rank);
    rival(draft, random, chain, middle).ifPresent(rival -> projections.put(rival, rank));
    draft.add(new ResidencySnapshot(projections, hintSources));
  }

  /** A second owner that knows the same block by another hash; seldom, and only with variants. */
  private static Optional<CacheOwner> rival(
      HistoryDraft draft, SeededRandom random, PromptChain chain, int position) {
    if (draft.families().variants().isEmpty() || random.chance(50)) {
      return Optional.empty();
    }
    CacheOwner rival = random.pick(draft.population().cacheOwners());
    PromptChain line = chain.rehashed(position, position + 1, draft.freshHash() - position);
    draft.offer(line.stored(rival, HOST_PINNED, position, position + 1));
    return Optional.of(rival);
  }

  /** On the device, on the host, or first the one and then the other. */
  private static void prefix(
      HistoryDraft draft, SeededRandom random, WorkerWithDpRank rank, PromptChain chain, int end) {
    int device =
        switch (random.weighted(45, 20, 35)) {
          case 0 -> end;
          case 1 -> 0;
          default -> random.between(0, end);
        };
    if (device > 0) {
      draft.offer(chain.stored(rank, DEVICE, 0, device));
    }
    if (device < end) {
      draft.offer(chain.stored(rank, HOST_PINNED, device, end));
    }
  }
}
