package kvproof.soak.situation;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import kvproof.model.BlockHashes;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Prediction;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** What a case has told by predictions, as far as a situation has to know. */
final class PredictionLedger {

  /** When a block was routed first and last since it was not there, and at which positions. */
  record Routed(long first, long last, Set<Integer> positions) {}

  private record Capacity(long incarnation, OptionalLong blocks, boolean isFallback) {}

  private Mode mode = Mode.NONE;
  private long ttlMillis;
  private long now;
  private final Map<WorkerWithDpRank, Long> origins = new TreeMap<>();
  private final Map<WorkerWithDpRank, Capacity> capacities = new TreeMap<>();
  private final Set<WorkerWithDpRank> removed = new TreeSet<>();
  private final Map<Past.Block, Routed> routed = new HashMap<>();
  private final Set<Past.Block> severalTimes = new HashSet<>();

  Mode mode() {
    return mode;
  }

  long ttlMillis() {
    return ttlMillis;
  }

  long now() {
    return now;
  }

  /** What expiries of the rank are rounded against. */
  long origin(WorkerWithDpRank rank) {
    return origins.getOrDefault(rank, 0L);
  }

  /** The rank had something predicted, was removed, and was not spoken of since. */
  boolean wasRemoved(WorkerWithDpRank rank) {
    return removed.contains(rank);
  }

  boolean isModelled(WorkerWithDpRank rank) {
    return capacities.containsKey(rank) && !isFallback(rank);
  }

  boolean isFallback(WorkerWithDpRank rank) {
    Capacity known = capacities.get(rank);
    return known != null && known.isFallback();
  }

  OptionalLong incarnation(WorkerWithDpRank rank) {
    Capacity known = capacities.get(rank);
    return known == null ? OptionalLong.empty() : OptionalLong.of(known.incarnation());
  }

  /** Empty where none is in charge. */
  OptionalLong capacity(WorkerWithDpRank rank) {
    Capacity known = capacities.get(rank);
    return known == null || known.isFallback() ? OptionalLong.empty() : known.blocks();
  }

  boolean isRouted(Predicate<Routed> wanted, Predicate<Past.Block> block) {
    return routed.entrySet().stream()
        .anyMatch(entry -> wanted.test(entry.getValue()) && block.test(entry.getKey()));
  }

  /** It got a copy while there was one. */
  boolean hasSeveralCopies(Past.Block block) {
    return severalTimes.contains(block);
  }

  /** An index step of any origin was applied. */
  void applied(IndexStep step) {
    switch (step) {
      case RankRemoved(var rank) -> forget(rank::equals, true);
      case WorkerRemoved(long workerId) -> forget(rank -> rank.workerId() == workerId, true);
      case Stored _,
          Removed _,
          Cleared _,
          ResidencySnapshot _,
          WorkerSnapshot _,
          StreamState _ -> {} // no rank went
    }
  }

  private void forget(Predicate<WorkerWithDpRank> leaving, boolean hasGone) {
    if (hasGone) {
      origins.keySet().stream().filter(leaving).forEach(removed::add);
    }
    origins.keySet().removeIf(leaving);
    capacities.keySet().removeIf(leaving);
    routed.keySet().removeIf(block -> leaving.test((WorkerWithDpRank) block.owner()));
    severalTimes.removeIf(block -> leaving.test((WorkerWithDpRank) block.owner()));
  }

  /** What the arrival changed. */
  void arrived(ArrivalScene scene) {
    scene.removed().forEach(routed::remove);
    scene.removed().forEach(severalTimes::remove);
    if (!(scene.arrival() instanceof Prediction prediction)) {
      return;
    }
    prediction.target().ifPresent(rank -> origins.putIfAbsent(rank, now));
    switch (prediction) {
      case ModeChosen(var chosen, var ttl) -> choose(chosen, ttl);
      case TimePassed(long time) -> now = Math.max(now, time);
      case RequestRouted request -> route(scene, request.rank(), request.sequenceHashes());
      case CapacityDeclared declared -> declare(declared);
      case RequestAdmitted request -> {
        if (isFallback(request.rank())) {
          route(scene, request.rank(), request.sequenceHashes());
        } else if (scene.stores()) {
          copy(scene, request.rank(), request.sequenceHashes());
        }
      }
      case OutputMaterialized output -> {
        if (scene.stores()) {
          copy(scene, output.rank(), output.sequenceHashes());
        }
      }
      case RequestFinished _ -> {}
      case RankReset(var rank) -> forget(rank::equals, false);
    }
    prediction.target().filter(rank -> scene.stores()).ifPresent(removed::remove);
  }

  private void choose(Mode chosen, long ttl) {
    mode = chosen;
    ttlMillis = ttl;
    origins.clear();
    capacities.clear();
    routed.clear();
    severalTimes.clear();
  }

  private void declare(CapacityDeclared declared) {
    if (mode != Mode.LRU) {
      return;
    }
    Capacity known = capacities.get(declared.rank());
    boolean isSame = known != null && known.incarnation() == declared.incarnation();
    boolean isFallback =
        declared.blocks().orElse(0) == 0 || (isSame && isFallback(declared.rank()));
    capacities.put(
        declared.rank(), new Capacity(declared.incarnation(), declared.blocks(), isFallback));
  }

  private void route(ArrivalScene scene, WorkerWithDpRank rank, BlockHashes hashes) {
    if (!scene.stores()) {
      return;
    }
    for (int position = 0; position < hashes.size(); position++) {
      Past.Block block = new Past.Block(StorageTier.DEVICE, rank, hashes.at(position));
      if (scene.after().holds(StorageTier.DEVICE, rank, hashes.at(position))) {
        Set<Integer> positions = new TreeSet<>(Set.of(position));
        routed.merge(block, new Routed(now, now, positions), PredictionLedger::again);
      }
    }
  }

  private static Routed again(Routed before, Routed now) {
    Set<Integer> positions = new TreeSet<>(before.positions());
    positions.addAll(now.positions());
    return new Routed(before.first(), now.last(), positions);
  }

  /** From the first block on that was not there, every block is a new copy. */
  private void copy(ArrivalScene scene, WorkerWithDpRank rank, BlockHashes hashes) {
    if (isSecondCopy(scene, rank, hashes)) {
      hashes.stream()
          .filter(hash -> scene.before().holds(StorageTier.DEVICE, rank, hash))
          .forEach(hash -> severalTimes.add(new Past.Block(StorageTier.DEVICE, rank, hash)));
    }
  }

  /** A block that is there comes behind one that is not. */
  static boolean isSecondCopy(ArrivalScene scene, WorkerWithDpRank rank, BlockHashes hashes) {
    boolean isMissed = scene.arrival() instanceof OutputMaterialized;
    for (int position = 0; position < hashes.size(); position++) {
      boolean isThere = scene.before().holds(StorageTier.DEVICE, rank, hashes.at(position));
      if (isMissed && isThere) {
        return true;
      }
      isMissed |= !isThere;
    }
    return false;
  }
}
