package kvproof.oracles.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.model.ApplyStatus;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.oracles.CollidingHistories;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** The log read backwards against the same events taken forwards, block by block. */
class LedgerPropertyTest {
  private static final Owner OWNER = CollidingHistories.RANKS.getFirst();
  private static final StorageTier TIER = StorageTier.HOST_PINNED;

  @Property(tries = 500)
  void theNewestWordOnAPlaceOrHashIsWhatForwardApplicationLeaves(
      @ForAll("ofOneOwner") List<KvCacheEvent> events) {
    var log = new EventLog();
    Map<Long, Place> forward = new TreeMap<>();
    for (KvCacheEvent event : events) {
      if (log.append(event) != ApplyStatus.INVALID_BLOCK) {
        applyForward(event, forward);
      }

      Ledger ledger = log.ledger(OWNER, TIER);

      assertThat(ledger.blocks()).containsExactlyInAnyOrderElementsOf(blocks(forward));
      assertThat(log.blocks()).containsExactlyInAnyOrderElementsOf(blocks(forward));
      for (long hash : CollidingHistories.externalHashes()) {
        assertThat(ledger.holds(hash)).isEqualTo(forward.containsKey(hash));
      }
      for (Place place : places()) {
        assertThat(ledger.hashAt(place)).isEqualTo(hashAt(forward, place));
      }
    }
  }

  /** index.md 2.5, Stored step 3 and Removed: an external hash has one place, a place one hash. */
  private static void applyForward(KvCacheEvent event, Map<Long, Place> forward) {
    if (event instanceof Stored stored) {
      for (int index = 0; index < stored.localHashes().size(); index++) {
        Place place = Place.of(stored, index);
        forward.values().remove(place);
        forward.put(stored.externalHashes().at(index), place);
      }
    } else if (event instanceof Removed removed) {
      removed.externalHashes().stream().forEach(forward::remove);
    }
  }

  private static List<HeldBlock> blocks(Map<Long, Place> forward) {
    return forward.entrySet().stream()
        .map(
            held ->
                new HeldBlock(
                    TIER,
                    OWNER,
                    held.getValue().parent(),
                    held.getValue().localHash(),
                    held.getKey()))
        .toList();
  }

  private static OptionalLong hashAt(Map<Long, Place> forward, Place place) {
    return forward.entrySet().stream()
        .filter(held -> held.getValue().equals(place))
        .mapToLong(Map.Entry::getKey)
        .findFirst();
  }

  private static List<Place> places() {
    List<Place> places = new ArrayList<>();
    for (long local = 1; local <= CollidingHistories.BLOCKS; local++) {
      places.add(new Place(OptionalLong.empty(), local));
      for (long parent : CollidingHistories.externalHashes()) {
        places.add(new Place(OptionalLong.of(parent), local));
      }
    }
    return places;
  }

  @Provide
  Arbitrary<List<KvCacheEvent>> ofOneOwner() {
    return CollidingHistories.blocks(OWNER, TIER).list().ofMaxSize(25);
  }
}
