package kvproof.oracles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.StorageTier;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomGenerator;

/** Counts by raw events and inventories are the same; a count that errs is found out. */
class ResidentCountOraclePropertyTest {
  private static final int HISTORIES = 200;

  @Property(tries = 1_000)
  void countIsTheSizeOfTheInventoryAndAbsentUntracked(@ForAll("steps") List<CaseStep> steps) {
    var inventories = new OwnerInventoryOracle();
    var tracked = new ResidentCountOracle();
    var untracked = new ResidentCountOracle();
    tracked.track();
    for (KvCacheEvent event : events(steps)) {

      inventories.apply(event);
      tracked.apply(event);
      untracked.apply(event);

      for (var rank : CollidingHistories.RANKS) {
        assertThat(tracked.blocks(rank)).isEqualTo(inventories.residentBlocks(rank));
        assertThat(untracked.blocks(rank)).isEmpty();
      }
    }
  }

  /** How a count may err: what it takes an event for. */
  enum Misreading {
    REMOVAL_IS_LOST,
    CLEAR_FORGETS_THE_RANK,
    CLEAR_IS_LOST,
    RANK_IS_NEVER_REMOVED,
    HOST_COUNTS_AS_DEVICE,
    LAST_BLOCK_OF_A_STORE_IS_LOST;

    KvCacheEvent of(KvCacheEvent event) {
      var nothing = new WorkerRemoved(99);
      return switch (this) {
        case REMOVAL_IS_LOST -> event instanceof Removed ? nothing : event;
        case CLEAR_FORGETS_THE_RANK ->
            event instanceof Cleared(var rank, _) && rank.isPresent()
                ? new RankRemoved(rank.get())
                : event;
        case CLEAR_IS_LOST -> event instanceof Cleared ? nothing : event;
        case RANK_IS_NEVER_REMOVED ->
            event instanceof RankRemoved(var rank) ? Cleared.of(rank) : event;
        case HOST_COUNTS_AS_DEVICE ->
            event instanceof Stored(var owner, var tier, var parent, var locals, var externals)
                    && tier == StorageTier.HOST_PINNED
                ? new Stored(owner, StorageTier.DEVICE, parent, locals, externals)
                : event;
        case LAST_BLOCK_OF_A_STORE_IS_LOST ->
            event instanceof Stored stored ? withoutLastBlock(stored) : event;
      };
    }

    private static Stored withoutLastBlock(Stored stored) {
      int blocks = Math.max(stored.localHashes().size() - 1, 0);
      return new Stored(
          stored.owner(),
          stored.tier(),
          stored.parent(),
          stored.localHashes().slice(0, blocks),
          stored.externalHashes().slice(0, blocks));
    }
  }

  @Property(generation = GenerationMode.EXHAUSTIVE)
  void misreadingIsNoticedWithinTwoHundredHistories(@ForAll Misreading misreading) {
    RandomGenerator<List<CaseStep>> histories = CollidingHistories.steps().generator(1_000);
    var random = new Random(7);

    boolean noticed =
        Stream.generate(() -> histories.next(random).value())
            .limit(HISTORIES)
            .anyMatch(steps -> differs(events(steps), misreading));

    assertThat(noticed).isTrue();
  }

  private static boolean differs(List<KvCacheEvent> events, Misreading misreading) {
    var right = new ResidentCountOracle();
    var wrong = new ResidentCountOracle();
    right.track();
    wrong.track();
    return events.stream()
        .anyMatch(
            event -> {
              right.apply(event);
              wrong.apply(misreading.of(event));
              return CollidingHistories.RANKS.stream()
                  .anyMatch(rank -> !right.blocks(rank).equals(wrong.blocks(rank)));
            });
  }

  private static List<KvCacheEvent> events(List<CaseStep> steps) {
    return steps.stream()
        .filter(KvCacheEvent.class::isInstance)
        .map(KvCacheEvent.class::cast)
        .toList();
  }

  @Provide
  Arbitrary<List<CaseStep>> steps() {
    return CollidingHistories.steps();
  }
}
