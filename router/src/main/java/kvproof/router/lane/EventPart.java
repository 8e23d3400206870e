package kvproof.router.lane;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;

/** What one lane does of an event. */
record EventPart(int lane, KvCacheEvent event) {

  /** The parts of an event, for different lanes; ranks that it names are bound by it. */
  static List<EventPart> of(KvCacheEvent event, LaneBinding binding, int lanes) {
    return switch (event) {
      case Stored stored -> List.of(new EventPart(binding.laneOf(stored.owner()), event));
      case Removed removed -> List.of(new EventPart(binding.laneOf(removed.owner()), event));
      case RankRemoved removed -> List.of(new EventPart(binding.laneOf(removed.rank()), event));
      case Cleared cleared -> ofClear(cleared, binding);
      case WorkerRemoved _ ->
          IntStream.range(0, lanes).mapToObj(lane -> new EventPart(lane, event)).toList();
    };
  }

  /** A clear of a rank and a cache owner that belong to two lanes is one clear for each. */
  private static List<EventPart> ofClear(Cleared event, LaneBinding binding) {
    List<EventPart> parts = new ArrayList<>();
    event
        .rank()
        .ifPresent(rank -> parts.add(new EventPart(binding.laneOf(rank), Cleared.of(rank))));
    event
        .cacheOwner()
        .ifPresent(owner -> parts.add(new EventPart(binding.laneOf(owner), Cleared.of(owner))));
    return parts.size() == 2 && parts.get(0).lane == parts.get(1).lane
        ? List.of(new EventPart(parts.get(0).lane, event))
        : parts;
  }
}
