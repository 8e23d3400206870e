package kvproof.oracles;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.ApplyStatus;
import kvproof.model.CountingRouter;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * The specification as the plainest program: sets of held blocks, one look-up per rank and
 * position.
 *
 * <p>Catches any answer that is not a function of the inventories: credit for blocks that are gone,
 * credit withheld from blocks that are held, hash lines mixed, a wrong frontier, interval, source,
 * credited end or hint. It remembers no event, so it is blind to a misreading of what an event does
 * to an inventory that a router shares with it; and to whatever never reaches it. O(ranks x
 * positions) per answer.
 */
public final class OwnerInventoryOracle implements CountingRouter {
  private final Inventories inventories = new Inventories();
  private final Set<Owner> gapped = new TreeSet<>();
  private final boolean choosesContinuations;
  private ResidencySnapshot residency = ResidencySnapshot.empty();
  private WorkerSnapshot workers = WorkerSnapshot.unlisted();

  public OwnerInventoryOracle() {
    this(true);
  }

  private OwnerInventoryOracle(boolean choosesContinuations) {
    this.choosesContinuations = choosesContinuations;
  }

  /**
   * What is right for a router that knows root prefixes alone ({@code continuation.md} 2): the
   * choices are made among them, and everything else is the same.
   */
  public static OwnerInventoryOracle choosingAmongRootPrefixes() {
    return new OwnerInventoryOracle(false);
  }

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    switch (event) {
      case Stored _, Removed _ -> {}
      case Cleared(var rank, var cacheOwner) -> {
        rank.ifPresent(gapped::remove);
        cacheOwner.ifPresent(gapped::remove);
      }
      case RankRemoved(var rank) -> gapped.remove(rank);
      case WorkerRemoved(long workerId) ->
          gapped.removeIf(
              owner -> owner instanceof WorkerWithDpRank rank && rank.workerId() == workerId);
    }
    return inventories.apply(event);
  }

  @Override
  public void replace(ResidencySnapshot snapshot) {
    residency = snapshot;
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    workers = snapshot;
  }

  /** {@code index.md} 6.9: a gapped owner is no source, and nothing else changes. */
  @Override
  public void replace(StreamState state) {
    if (state.isGapped()) {
      gapped.add(state.owner());
    } else {
      gapped.remove(state.owner());
    }
  }

  @Override
  public Answer answer(Request request) {
    return answer(request, inventories, residency);
  }

  /**
   * Answers later from the inventories and the residency snapshot of now.
   *
   * <p>The worker snapshot and the gaps are not pinned: they are this oracle's own whenever the
   * returned function is asked.
   */
  public Function<Request, Answer> pinned() {
    Inventories inventoriesNow = inventories.copy();
    ResidencySnapshot residencyNow = residency;
    return request -> answer(request, inventoriesNow, residencyNow);
  }

  /** Whether the event stream about the owner misses something now. */
  public boolean isGapped(Owner owner) {
    return gapped.contains(owner);
  }

  private Answer answer(Request request, Inventories inventories, ResidencySnapshot residency) {
    var walk = new TierWalk(inventories, residency, request.localHashes());
    Overlaps overlaps = Overlaps.of(walk);
    Lookup lookup = Lookup.of(walk, overlaps.runs());
    Chain chain = Chain.of(lookup);
    List<SourceInterval> intervals = new Intervals(lookup, chain).canonical();
    List<SourceInterval> offered = choosesContinuations ? intervals : rootPrefixes(intervals);
    var chooser =
        new SourceChooser(lookup, chain, offered, gapped, residency, workers, request.id());
    SortedMap<WorkerWithDpRank, SourceChoice> choices = new TreeMap<>();
    for (WorkerWithDpRank target : request.targets()) {
      choices.put(target, chooser.choose(target));
    }
    return new Answer(
        overlaps.device(), overlaps.lower(), candidates(chain, intervals), intervals, choices);
  }

  private static List<SourceInterval> rootPrefixes(List<SourceInterval> intervals) {
    return intervals.stream().filter(source -> source.interval().start() == 0).toList();
  }

  /** The root prefixes, and the chain as far as the longest of them goes. */
  private static Optional<TransferCandidates> candidates(
      Chain chain, List<SourceInterval> intervals) {
    SortedMap<Owner, Integer> owners = new TreeMap<>();
    int longest = 0;
    for (SourceInterval source : intervals) {
      if (source.interval().start() == 0) {
        owners.put(source.owner(), source.interval().end());
        longest = Math.max(longest, source.interval().end());
      }
    }
    return owners.isEmpty()
        ? Optional.empty()
        : Optional.of(new TransferCandidates(chain.prefix(longest), owners));
  }

  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    return inventories.residentBlocks(rank);
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    return inventories.heldBlocks();
  }

  /** Counters of the tier since this oracle began; a clear does not reset them. */
  @Override
  public TierStatistics statistics(StorageTier tier) {
    return inventories.statistics(tier);
  }
}
