package kvproof.soak.outside;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;

/**
 * The blocks that one irregular event may have mixed up with others: those that it names and that
 * have a second hash or a second place in the history, or all that it names, as its kind may be;
 * what shares a place with one of them; and everything that was ever stored below.
 *
 * <p>Whoever never had one of them to do with, and a prompt in which none of them stands, cannot be
 * reached by the event.
 */
final class MixedBlocks {
  /** A block as one store says where it is; root: no parent. */
  private record Place(OptionalLong parent, long localHash) {}

  private record Block(Place place, long externalHash) {}

  private final Set<Long> hashes = new HashSet<>();
  private final Set<Long> localHashes = new HashSet<>();
  private final Set<Owner> owners = new HashSet<>();

  private MixedBlocks() {}

  /** What a store mixed up that gave a hash or a place a second meaning, or was malformed. */
  static MixedBlocks ofStore(Stored event, boolean isMalformed, List<CaseStep> history) {
    List<Block> stored = stored(history);
    MixedBlocks mixed = new MixedBlocks();
    if (isMalformed) {
      event.parent().ifPresent(mixed.hashes::add);
      event.externalHashes().stream().forEach(mixed.hashes::add);
    } else {
      for (Block block : blocksOf(event)) {
        if (stored.stream().anyMatch(other -> isSecondMeaning(block, other))) {
          mixed.hashes.add(block.externalHash());
        }
      }
    }
    return mixed.spread(stored, history);
  }

  /** What is lost with a store that is refused. */
  static MixedBlocks ofRefused(Stored event, List<CaseStep> history) {
    MixedBlocks mixed = new MixedBlocks();
    event.externalHashes().stream().forEach(mixed.hashes::add);
    return mixed.spread(stored(history), history);
  }

  /** What a removal left behind it or took away. */
  static MixedBlocks ofRemoval(Removed event, List<CaseStep> history) {
    MixedBlocks mixed = new MixedBlocks();
    event.externalHashes().stream().forEach(mixed.hashes::add);
    return mixed.spread(stored(history), history);
  }

  private static boolean isSecondMeaning(Block block, Block other) {
    return block.place().equals(other.place()) != (block.externalHash() == other.externalHash());
  }

  private static List<Block> stored(List<CaseStep> history) {
    List<Block> blocks = new ArrayList<>();
    for (CaseStep step : history) {
      if (step instanceof Stored store) {
        blocks.addAll(blocksOf(store));
      }
    }
    return blocks;
  }

  private static List<Block> blocksOf(Stored store) {
    List<Block> blocks = new ArrayList<>();
    OptionalLong parent = store.parent();
    for (int i = 0; i < store.externalHashes().size(); i++) {
      long hash = store.externalHashes().at(i);
      blocks.add(new Block(new Place(parent, store.localHashes().at(i)), hash));
      parent = OptionalLong.of(hash);
    }
    return blocks;
  }

  /** To what shares a place with what is mixed, and to what is below, until nothing is new. */
  private MixedBlocks spread(List<Block> stored, List<CaseStep> history) {
    Set<Place> places = new HashSet<>();
    int before = -1;
    while (before < hashes.size() + places.size()) {
      before = hashes.size() + places.size();
      for (Block block : stored) {
        OptionalLong parent = block.place().parent();
        if (hashes.contains(block.externalHash())
            || places.contains(block.place())
            || (parent.isPresent() && hashes.contains(parent.getAsLong()))) {
          hashes.add(block.externalHash());
          places.add(block.place());
          localHashes.add(block.place().localHash());
        }
      }
    }
    history.forEach(this::addOwner);
    return this;
  }

  private void addOwner(CaseStep step) {
    switch (step) {
      case Stored store when store.externalHashes().stream().anyMatch(this::isMixed) ->
          owners.add(store.owner());
      case Removed removed when removed.externalHashes().stream().anyMatch(this::isMixed) ->
          owners.add(removed.owner());
      default -> {} // names no block
    }
  }

  boolean isMixed(long externalHash) {
    return hashes.contains(externalHash);
  }

  /** Whether one of these ever said that it holds such a block, or holds it no more. */
  boolean isKnownToAny(Set<Owner> those) {
    return those.stream().anyMatch(owners::contains);
  }

  /** Whether such a block may stand in the prompt. */
  boolean isIn(Request request) {
    return request.localHashes().stream().anyMatch(localHashes::contains);
  }
}
