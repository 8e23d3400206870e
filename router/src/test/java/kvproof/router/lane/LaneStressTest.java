package kvproof.router.lane;

import static kvproof.router.lane.LaneEvents.ask;
import static kvproof.router.lane.LaneEvents.store;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Real threads: publishers, lanes, and readers who check that they see prefixes and nothing else.
 *
 * <p>Every rank publishes a history of its own over two tiers, of which the state after each event
 * is known. What a reader sees of a rank has to be one of these states, and never an earlier one
 * than it saw before.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LaneStressTest {
  private static final int RANKS = 6;
  private static final int EVENTS = 400;
  private static final int BLOCKS = 8;

  /** What an answer says of a rank. */
  private record Sight(int deviceBlocks, int hostHits) {}

  private record History(
      WorkerWithDpRank rank,
      List<KvCacheEvent> events,
      List<Sight> states,
      List<List<HeldBlock>> held) {

    static History draw(int worker) {
      SeededRandom random = new SeededRandom(0x1a4e5).fork("rank " + worker);
      WorkerWithDpRank rank = LaneEvents.rank(worker);
      ReferenceRouter alone = new ReferenceRouter();
      var history = new History(rank, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      history.note(alone);
      for (int i = 0; i < EVENTS; i++) {
        KvCacheEvent event = draw(rank, random);
        history.events.add(event);
        alone.apply(event);
        history.note(alone);
      }
      return history;
    }

    private void note(ReferenceRouter alone) {
      states.add(sightOf(alone.answer(ask(BLOCKS)), rank));
      held.add(alone.heldBlocks());
    }

    private static KvCacheEvent draw(WorkerWithDpRank rank, SeededRandom random) {
      StorageTier tier = random.chance(50) ? StorageTier.DEVICE : StorageTier.HOST_PINNED;
      int first = random.between(1, BLOCKS);
      int kind = random.below(20);
      if (kind == 0) {
        return random.chance(50) ? Cleared.of(rank) : new RankRemoved(rank);
      }
      if (kind < 8) {
        return new Removed(rank, tier, BlockHashes.of(100 + first));
      }
      long[] locals =
          IntStream.rangeClosed(first, random.between(first, BLOCKS)).asLongStream().toArray();
      return store(
          rank, tier, first == 1 ? OptionalLong.empty() : OptionalLong.of(99 + first), locals);
    }
  }

  private static Sight sightOf(Answer answer, WorkerWithDpRank rank) {
    Answer.DeviceMatch match = answer.device().get(rank);
    Answer.TierAnswer host = answer.lower().get(StorageTier.HOST_PINNED);
    return new Sight(
        match == null ? 0 : match.blocks(), host == null ? 0 : host.hits().getOrDefault(rank, 0));
  }

  private final List<History> histories =
      IntStream.range(0, RANKS).mapToObj(History::draw).toList();

  @ParameterizedTest
  @CsvSource({"1, ONE", "4, ONE", "1, TWO", "4, TWO"})
  void readersSeePrefixesAndAtRestEverythingIsThere(int lanes, LaneCopies copies) {
    try (LanedRouter router = new LanedRouter(lanes, LaneThreads.SYSTEM, copies)) {
      router.lanes().trackResidentBlocks();
      List<CompletableFuture<Void>> readers = publishAll(router, () -> {});

      router.lanes().flush();

      readers.forEach(CompletableFuture::join);
      ReferenceRouter expected = new ReferenceRouter();
      histories.forEach(history -> history.events().forEach(expected::apply));
      assertThat(router.heldBlocks()).isEqualTo(expected.heldBlocks());
      for (History history : histories) {
        assertThat(router.residentBlocks(history.rank()))
            .isEqualTo(expected.residentBlocks(history.rank()));
      }
      for (StorageTier tier : StorageTier.values()) {
        assertThat(router.statistics(tier)).isEqualTo(expected.statistics(tier));
      }
    }
  }

  /** The lane of the first rank dies somewhere; its ranks stay at a prefix, the others arrive. */
  @ParameterizedTest
  @CsvSource({"2, ONE", "4, ONE", "2, TWO", "4, TWO"})
  void laneThatDiesInTheMiddleTakesNoOtherAlong(int lanes, LaneCopies copies) {
    try (LanedRouter router = new LanedRouter(lanes, LaneThreads.SYSTEM, copies)) {
      router.lanes().trackResidentBlocks();
      List<CompletableFuture<Void>> readers =
          publishAll(router, () -> Gate.kill(router.lanes(), 0));
      for (int lane = 1; lane < lanes; lane++) {
        router.lanes().flush(laneMember(router, lane));
      }

      readers.forEach(CompletableFuture::join);
      for (History history : histories) {
        List<HeldBlock> held =
            router.heldBlocks().stream()
                .filter(block -> block.owner().equals(history.rank()))
                .toList();
        if (router.lanes().binding().laneOf(history.rank()) == 0) {
          assertThat(history.held()).contains(held);
          assertThat(router.residentBlocks(history.rank())).isEmpty();
        } else {
          assertThat(held).isEqualTo(history.held().getLast());
        }
      }
    }
  }

  private WorkerWithDpRank laneMember(LanedRouter router, int lane) {
    return router.lanes().binding().ranksOf(lane).getFirst();
  }

  /** Returns once every history was handed over; the readers end a little later. */
  private List<CompletableFuture<Void>> publishAll(LanedRouter router, Runnable inTheMiddle) {
    histories.forEach(history -> router.lanes().binding().laneOf(history.rank()));
    AtomicBoolean published = new AtomicBoolean();
    List<CompletableFuture<Void>> readers =
        IntStream.range(0, 3)
            .mapToObj(reader -> Threads.run(() -> readUntil(published, router)))
            .toList();
    List<CompletableFuture<Void>> publishers =
        histories.stream()
            .map(history -> Threads.run(() -> history.events().forEach(router.lanes()::enqueue)))
            .toList();
    inTheMiddle.run();
    publishers.forEach(CompletableFuture::join);
    published.set(true);
    return readers;
  }

  private void readUntil(AtomicBoolean published, LanedRouter router) {
    int[] seenUpTo = new int[RANKS];
    boolean last = false;
    while (!last) {
      last = published.get();
      Answer answer = router.answer(ask(BLOCKS));
      for (int worker = 0; worker < RANKS; worker++) {
        History history = histories.get(worker);
        Sight sight = sightOf(answer, history.rank());
        int state = seenUpTo[worker];
        while (state <= EVENTS && !history.states().get(state).equals(sight)) {
          state++;
        }
        assertThat(state)
            .as("%s of %s, seen after event %s", sight, history.rank(), seenUpTo[worker])
            .isLessThanOrEqualTo(EVENTS);
        seenUpTo[worker] = state;
      }
    }
  }
}
