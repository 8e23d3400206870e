package kvproof.soak.situation;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.Supplier;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * An expected answer, and what follows from it together with the oracle's inventory.
 *
 * <p>The chain is known here as far as the longest root prefix goes, which is past the parent of
 * every frontier.
 */
final class AnswerScene {
  private static final TierAnswer NO_HITS = new TierAnswer(new TreeMap<>(), new TreeMap<>());

  private final Request request;
  private final Answer answer;
  private final Snapshots snapshots;
  private final Supplier<Holdings> holdings;
  private final SortedMap<WorkerWithDpRank, Integer> frontierOf = new TreeMap<>();
  private final SortedMap<Owner, Integer> rootPrefixes;
  private final BlockHashes chain;
  private final SortedSet<Integer> frontiers = new TreeSet<>();

  AnswerScene(Request request, Answer answer, Snapshots snapshots, Supplier<Holdings> holdings) {
    this.request = request;
    this.answer = answer;
    this.snapshots = snapshots;
    this.holdings = holdings;
    answer.device().forEach((rank, match) -> frontierOf.put(rank, match.blocks()));
    lower(HOST_PINNED)
        .hits()
        .forEach((rank, blocks) -> frontierOf.merge(rank, blocks, Integer::sum));
    frontierOf.values().removeIf(frontier -> frontier == 0);
    this.rootPrefixes =
        answer.candidates().map(TransferCandidates::owners).orElse(Collections.emptySortedMap());
    this.chain = answer.candidates().map(TransferCandidates::chain).orElse(BlockHashes.empty());
    for (WorkerWithDpRank rank : frontierOf.keySet()) {
      if (isPartial(rank) && isOnChain(rank)) {
        frontiers.add(frontier(rank));
      }
    }
  }

  Answer answer() {
    return answer;
  }

  Request request() {
    return request;
  }

  Snapshots snapshots() {
    return snapshots;
  }

  Holdings holdings() {
    return holdings.get();
  }

  BlockHashes prompt() {
    return request.localHashes();
  }

  /** N. */
  int size() {
    return request.localHashes().size();
  }

  List<SourceInterval> intervals() {
    return answer.intervals();
  }

  List<TargetScene> targets() {
    List<TargetScene> targets = new ArrayList<>();
    answer
        .choices()
        .forEach((target, choice) -> targets.add(new TargetScene(this, target, choice)));
    return targets;
  }

  TierAnswer lower(StorageTier tier) {
    return answer.lower().getOrDefault(tier, NO_HITS);
  }

  int hits(StorageTier tier, WorkerWithDpRank rank) {
    return lower(tier).hits().getOrDefault(rank, 0);
  }

  int deviceBlocks(WorkerWithDpRank rank) {
    DeviceMatch match = answer.device().get(rank);
    return match == null ? 0 : match.blocks();
  }

  int frontier(WorkerWithDpRank rank) {
    return frontierOf.getOrDefault(rank, 0);
  }

  /** Ranks that hold at least the first block, on the device or host-pinned. */
  Set<WorkerWithDpRank> ranks() {
    return frontierOf.keySet();
  }

  boolean isPartial(WorkerWithDpRank rank) {
    return frontier(rank) > 0 && frontier(rank) < size();
  }

  boolean isFull(WorkerWithDpRank rank) {
    return size() > 0 && frontier(rank) == size();
  }

  /** A rank that is on the chain has all that it holds below its frontier as its root prefix. */
  boolean isOnChain(WorkerWithDpRank rank) {
    return rootPrefix(rank) == frontier(rank);
  }

  /** End of the owner's root prefix; 0 without one. */
  int rootPrefix(Owner owner) {
    return rootPrefixes.getOrDefault(owner, 0);
  }

  /** F. */
  SortedSet<Integer> frontiers() {
    return frontiers;
  }

  /** The chain as far as it is known here. */
  BlockHashes chain() {
    return chain;
  }

  private OptionalLong parentAt(int position) {
    return position == 0 ? OptionalLong.empty() : OptionalLong.of(chain().at(position - 1));
  }

  /**
   * Under which hash the owner knows the place behind the chain's first {@code position} blocks.
   */
  OptionalLong hashAt(StorageTier tier, Owner owner, int position) {
    return holdings().hashAt(tier, owner, parentAt(position), prompt().at(position));
  }

  /** The owner itself holds the chain's block at a position where the chain is known. */
  boolean isHeldExactly(Owner owner, int position) {
    return Holdings.isHash(hashAt(HOST_PINNED, owner, position), chain().at(position));
  }

  /** Whether one of the owners knows the place on a tier, under whatever hash. */
  boolean isHeldBy(StorageTier tier, int position, Predicate<Owner> by) {
    return holdings().owners(tier).stream()
        .anyMatch(owner -> by.test(owner) && hashAt(tier, owner, position).isPresent());
  }

  /** Some host-pinned block of the root prefix is there through the projection alone. */
  boolean needsProjection(WorkerWithDpRank rank) {
    for (int position = deviceBlocks(rank); position < rootPrefix(rank); position++) {
      if (!isHeldExactly(rank, position)) {
        return true;
      }
    }
    return false;
  }

  /** The cache owners whose blocks count as the rank's. */
  List<CacheOwner> projectedTo(WorkerWithDpRank rank) {
    return snapshots.residency().projections().entrySet().stream()
        .filter(projection -> projection.getValue().equals(rank))
        .map(Map.Entry::getKey)
        .toList();
  }

  /** A block of the chain that the rank holds on the device somewhere past its device prefix. */
  boolean hasDeviceBlocksBehindAHole(WorkerWithDpRank rank) {
    for (int position = deviceBlocks(rank) + 1; position < chain().size(); position++) {
      if (Holdings.isHash(hashAt(DEVICE, rank, position), chain().at(position))) {
        return true;
      }
    }
    return false;
  }

  /** A rank, or a cache owner that may be named in a hint. */
  boolean mayBeASource(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank _ -> true;
      case CacheOwner cacheOwner -> snapshots.residency().hintSources().containsKey(cacheOwner);
    };
  }

  /** A host-pinned block of the chain that is in none of the intervals of a possible source. */
  boolean hasUnseenHostBlocks(Owner owner) {
    if (!mayBeASource(owner)) {
      return false;
    }
    for (int position = 1; position < chain().size(); position++) {
      if (isHeldExactly(owner, position) && !isInAnInterval(owner, position)) {
        return true;
      }
    }
    return false;
  }

  private boolean isInAnInterval(Owner owner, int position) {
    return intervals().stream()
        .anyMatch(
            held ->
                held.owner().equals(owner)
                    && held.interval().start() <= position
                    && position < held.interval().end());
  }
}
