package kvproof.soak.front;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.Prediction;
import kvproof.model.Request;
import kvproof.model.SchedulingStep;
import kvproof.model.StorageTier;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;

/**
 * What the engines behind the streams of a case hold, by everything that each published since it
 * last started, whatever became of it on its way.
 *
 * <p>An engine whose stream counts copies publishes one store and one removal for each copy: a
 * block is gone with its last one.
 */
public final class EngineInventories {
  private record Block(Owner owner, StorageTier tier, long externalHash) {}

  private final OwnerInventoryOracle held = new OwnerInventoryOracle();
  private final Map<Block, Integer> copies = new HashMap<>();
  private final Set<WorkerWithDpRank> publishingCopies = new HashSet<>();
  private final Set<Owner> registered = new HashSet<>();

  /** Before the first step of the case. */
  public EngineInventories(Case told) {
    for (CaseStep step : told.steps()) {
      if (step instanceof StreamOpened opened && opened.countsCopies()) {
        publishingCopies.add(opened.rank());
      }
    }
  }

  /** Takes the next step; what is not about an engine or its registration changes nothing. */
  public void take(CaseStep step) {
    switch (step) {
      case StreamOpened opened -> registered.add(opened.rank());
      case StreamClosed closed -> registered.remove(closed.rank());
      case EngineRestarted restarted -> clear(restarted.rank());
      case BatchPublished batch ->
          batch.events().forEach(event -> publish(event, publishingCopies.contains(batch.rank())));
      case BatchArrived _,
          ReplayLimits _,
          Prediction _,
          SchedulingStep _,
          IndexStep _ -> {} // the router's business
    }
  }

  private void publish(KvCacheEvent event, boolean ofCopies) {
    switch (event) {
      case Stored stored -> {
        if (held.apply(stored) == ApplyStatus.OK && ofCopies) {
          stored.externalHashes().stream()
              .forEach(
                  hash ->
                      copies.merge(
                          new Block(stored.owner(), stored.tier(), hash), 1, Integer::sum));
        }
      }
      case Removed removed -> held.apply(ofCopies ? withLastCopies(removed) : removed);
      case Cleared cleared -> cleared.rank().ifPresent(this::clear);
      case RankRemoved _, WorkerRemoved _ -> throw new AssertionError("published: " + event);
    }
  }

  private Removed withLastCopies(Removed removed) {
    List<Long> gone = new ArrayList<>();
    for (long hash : removed.externalHashes().toArray()) {
      Block block = new Block(removed.owner(), removed.tier(), hash);
      if (copies.merge(block, -1, Integer::sum) <= 0) {
        copies.remove(block);
        gone.add(hash);
      }
    }
    return new Removed(removed.owner(), removed.tier(), BlockHashes.of(gone));
  }

  private void clear(WorkerWithDpRank rank) {
    copies.keySet().removeIf(block -> block.owner().equals(rank));
    held.apply(Cleared.of(rank));
  }

  /** What an index that had missed nothing of these engines would answer. */
  public Answer answer(Request request) {
    return held.answer(request);
  }

  /** Against what an index holds of the ranks whose streams are registered now. */
  public Credit of(List<HeldBlock> believed) {
    Set<Block> inIndex = ofRegistered(believed);
    Set<Block> inEngines = ofRegistered(held.heldBlocks());
    return new Credit(
        inIndex.stream().filter(block -> !inEngines.contains(block)).count(),
        inEngines.stream().filter(block -> !inIndex.contains(block)).count());
  }

  /** None if the case tells of no stream. */
  public static Optional<EngineInventories> afterAll(Case told) {
    if (told.steps().stream().noneMatch(StreamOpened.class::isInstance)) {
      return Optional.empty();
    }
    EngineInventories engines = new EngineInventories(told);
    told.steps().forEach(engines::take);
    return Optional.of(engines);
  }

  private Set<Block> ofRegistered(List<HeldBlock> blocks) {
    Set<Block> chosen = new HashSet<>();
    for (HeldBlock block : blocks) {
      if (registered.contains(block.owner())) {
        chosen.add(new Block(block.owner(), block.tier(), block.externalHash()));
      }
    }
    return chosen;
  }
}
