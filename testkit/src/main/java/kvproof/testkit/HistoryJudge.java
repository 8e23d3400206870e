package kvproof.testkit;

import static java.util.stream.Collectors.toSet;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;

/**
 * Says which events of a history are irregular, and why.
 *
 * <p>An event is judged against the inventories just before it; variants against all that was ever
 * stored. An event that is refused for its domain changes nothing and is never irregular.
 */
public final class HistoryJudge {
  private record Place(OptionalLong parent, long localHash) {}

  private final Inventories inventories = new Inventories();

  /** The first hash that a place had, and the first place of a hash, for good. */
  private final Map<Place, Long> hashOfPlace = new HashMap<>();

  private final Map<Long, Place> placeOfHash = new HashMap<>();

  /** The irregular steps of a history, by their index; no entry: nothing irregular. */
  public static SortedMap<Integer, Set<Irregularity>> irregularSteps(List<CaseStep> steps) {
    HistoryJudge judge = new HistoryJudge();
    SortedMap<Integer, Set<Irregularity>> irregular = new TreeMap<>();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.get(i) instanceof KvCacheEvent event) {
        Set<Irregularity> kinds = judge.judge(event);
        if (!kinds.isEmpty()) {
          irregular.put(i, kinds);
        }
        judge.take(event);
      }
    }
    return irregular;
  }

  /** Whether every step is of a kind that the profile allows. */
  public static boolean isWithin(Profile profile, List<CaseStep> steps) {
    return irregularSteps(steps).values().stream().allMatch(profile::allowsAll);
  }

  /** What is irregular about the event if it comes now; takes nothing. */
  public Set<Irregularity> judge(KvCacheEvent event) {
    return switch (event) {
      case Stored stored -> judgeStore(stored);
      case Removed removed -> judgeRemoval(removed);
      case Cleared _, RankRemoved _, WorkerRemoved _ -> Set.of();
    };
  }

  /** The event came. */
  public void take(KvCacheEvent event) {
    if (event instanceof Stored stored && changesInventories(stored)) {
      for (HeldBlock block : Inventories.blocksOf(stored)) {
        hashOfPlace.putIfAbsent(place(block), block.externalHash());
        placeOfHash.putIfAbsent(block.externalHash(), place(block));
      }
    }
    inventories.apply(event);
  }

  /** What everybody holds after the events taken. */
  Inventories inventories() {
    return inventories;
  }

  private static boolean changesInventories(Stored stored) {
    return !Inventories.isRefused(stored.owner(), stored.tier())
        && !Inventories.isMalformed(stored);
  }

  private Set<Irregularity> judgeStore(Stored stored) {
    if (Inventories.isRefused(stored.owner(), stored.tier())) {
      return Set.of();
    }
    if (Inventories.isMalformed(stored)) {
      return EnumSet.of(Irregularity.MALFORMED);
    }
    Set<Irregularity> kinds = EnumSet.noneOf(Irregularity.class);
    if (stored.tier() == StorageTier.DEVICE
        && stored.parent().isPresent()
        && !inventories.holds(stored.owner(), stored.tier(), stored.parent().getAsLong())) {
      kinds.add(Irregularity.UNKNOWN_PARENT);
    }
    for (HeldBlock block : Inventories.blocksOf(stored)) {
      judgeBlock(block, kinds);
    }
    return kinds;
  }

  private void judgeBlock(HeldBlock block, Set<Irregularity> kinds) {
    for (HeldBlock old : inventories.blocks(block.owner(), block.tier())) {
      boolean isSamePlace = Inventories.isSamePlace(old, block);
      boolean isSameHash = old.externalHash() == block.externalHash();
      if (isSamePlace && !isSameHash) {
        kinds.add(Irregularity.REHASH);
      } else if (isSameHash && !isSamePlace) {
        kinds.add(Irregularity.MOVE);
      }
    }
    Place place = place(block);
    if (hashOfPlace.getOrDefault(place, block.externalHash()) != block.externalHash()
        || !placeOfHash.getOrDefault(block.externalHash(), place).equals(place)) {
      kinds.add(Irregularity.VARIANT);
    }
  }

  private Set<Irregularity> judgeRemoval(Removed removed) {
    return removed.tier() == StorageTier.DEVICE && leavesSurvivors(removed)
        ? EnumSet.of(Irregularity.REMOVAL_WITH_SURVIVORS)
        : Set.of();
  }

  /** Whether a block stays whose parent is among the removed hashes, held or not. */
  private boolean leavesSurvivors(Removed removed) {
    Set<Long> gone = removed.externalHashes().stream().boxed().collect(toSet());
    return inventories.blocks(removed.owner(), removed.tier()).stream()
        .anyMatch(
            block ->
                !gone.contains(block.externalHash())
                    && block.parent().isPresent()
                    && gone.contains(block.parent().getAsLong()));
  }

  private static Place place(HeldBlock block) {
    return new Place(block.parent(), block.localHash());
  }
}
