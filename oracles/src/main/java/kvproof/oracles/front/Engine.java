package kvproof.oracles.front;

import java.util.ArrayList;
import java.util.List;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;

/** The other end of a rank's stream: what was published there and can still be asked for. */
final class Engine {
  private final WorkerWithDpRank rank;
  private final NavigableMap<Long, List<KvCacheEvent>> published =
      new TreeMap<>(Long::compareUnsigned);
  private ReplayLimits limits;

  Engine(WorkerWithDpRank rank) {
    this.rank = rank;
    this.limits = new ReplayLimits(rank, 0, 0, OptionalInt.empty());
  }

  void publish(long sequence, List<KvCacheEvent> events) {
    published.put(sequence, events);
  }

  /** Nothing is left; what may be asked for stays as it was. */
  void restart() {
    published.clear();
  }

  void limit(ReplayLimits newLimits) {
    limits = newLimits;
  }

  /** What is sent again to whoever asks for {@code start} and all that follows. */
  NavigableMap<Long, List<KvCacheEvent>> replay(long start) {
    long early = limits.early();
    long first = Long.compareUnsigned(start, early) < 0 ? 0 : start - early;
    NavigableMap<Long, List<KvCacheEvent>> replies = new TreeMap<>(Long::compareUnsigned);
    for (Entry<Long, List<KvCacheEvent>> batch : buffer().entrySet()) {
      if (Long.compareUnsigned(batch.getKey(), first) >= 0
          && replies.size() < limits.most().orElse(Integer.MAX_VALUE)) {
        replies.put(batch.getKey(), batch.getValue());
      }
    }
    return replies;
  }

  /** Whether a publisher that can be asked for a dump answers at all. */
  boolean answers() {
    return !limits.most().equals(OptionalInt.of(0));
  }

  /** What is not gone yet. */
  NavigableMap<Long, List<KvCacheEvent>> buffer() {
    return published.tailMap(limits.oldest(), true);
  }

  /** Stores that rebuild what the rank holds by everything that was published. */
  List<Stored> dump() {
    var inventory = new OwnerInventoryOracle();
    for (List<KvCacheEvent> events : published.values()) {
      events.stream().filter(this::isAboutTheRank).forEach(inventory::apply);
    }
    List<HeldBlock> left = new ArrayList<>(inventory.heldBlocks());
    List<Stored> stores = new ArrayList<>();
    while (!left.isEmpty()) {
      HeldBlock block = topmost(left);
      left.remove(block);
      stores.add(
          new Stored(
              rank,
              block.tier(),
              block.parent(),
              BlockHashes.of(block.localHash()),
              BlockHashes.of(block.externalHash())));
    }
    return stores;
  }

  private boolean isAboutTheRank(KvCacheEvent event) {
    return switch (event) {
      case Stored stored -> stored.owner().equals(rank);
      case Removed removed -> removed.owner().equals(rank);
      case Cleared cleared -> cleared.rank().equals(Optional.of(rank));
      case RankRemoved _, WorkerRemoved _ -> false; // no engine publishes these
    };
  }

  /**
   * Parents before children, so that a block is stored under an unknown parent only where its
   * parent is not held. Where blocks are a cycle, one of it.
   */
  private static HeldBlock topmost(List<HeldBlock> left) {
    HeldBlock block = left.getFirst();
    for (int steps = 0; steps < left.size(); steps++) {
      HeldBlock child = block;
      Optional<HeldBlock> parent =
          left.stream()
              .filter(other -> other.tier() == child.tier())
              .filter(other -> child.parent().equals(OptionalLong.of(other.externalHash())))
              .findFirst();
      if (parent.isEmpty()) {
        return block;
      }
      block = parent.get();
    }
    return block; // more steps than blocks: it goes round
  }
}
