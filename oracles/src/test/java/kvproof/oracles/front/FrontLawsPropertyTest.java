package kvproof.oracles.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.IndexFront;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.StorageTier;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.Passage;
import kvproof.model.StreamArrival.Recovery;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.CollidingHistories;
import kvproof.oracles.HintLaws;
import kvproof.oracles.OwnerInventoryOracle;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What must come of arrivals however they are drawn, said without following a listener. */
class FrontLawsPropertyTest {
  private static final WorkerWithDpRank RANK = CollidingHistories.RANKS.getFirst();

  /** A batch of the engine, its way, and the number of a batch that comes again after it. */
  record Sent(List<KvCacheEvent> events, Passage passage, int again) {}

  /** An index behind the oracles' front. */
  private static final class World {
    private final OwnerInventoryOracle index = new OwnerInventoryOracle();
    private final IndexFront front = new FrontOracle(index);
    private final List<IndexStep> history = new ArrayList<>();

    List<IndexStep> take(CaseStep step) {
      List<IndexStep> steps = front.take(step);
      steps.forEach(index::take);
      history.addAll(steps);
      return steps;
    }

    void send(List<Sent> batches) {
      for (int sequence = 0; sequence < batches.size(); sequence++) {
        Sent sent = batches.get(sequence);
        take(new BatchPublished(RANK, sequence, sent.events(), sent.passage()));
        int again = Math.min(sent.again(), sequence);
        if (again >= 0) {
          take(new BatchArrived(RANK, 1, again, batches.get(again).events()));
        }
      }
    }

    long count(String name) {
      return front.counts().getOrDefault(name, 0L);
    }

    Set<Long> heldHashes() {
      Set<Long> hashes = new TreeSet<>();
      index.heldBlocks().forEach(block -> hashes.add(block.externalHash()));
      return hashes;
    }
  }

  private static List<HeldBlock> heldByAllOf(List<Sent> batches) {
    var index = new OwnerInventoryOracle();
    batches.forEach(sent -> sent.events().forEach(index::apply));
    return index.heldBlocks();
  }

  @Property(tries = 500)
  void replayMakesUpForWhateverHappensOnTheWay(
      @ForAll("batches") List<Sent> batches, @ForAll @IntRange(max = 3) int early) {
    var world = new World();
    world.take(new StreamOpened(RANK, Recovery.REPLAY, false));
    world.take(new ReplayLimits(RANK, 0, early, OptionalInt.empty()));

    world.send(withAnArrivalAtTheEnd(batches));

    assertThat(world.index.heldBlocks()).isEqualTo(heldByAllOf(batches));
    assertThat(world.count("applied")).isEqualTo(batches.size() + 1);
    assertThat(world.count("gaps")).isZero();
    assertThat(HintLaws.gapped(world.history)).isEmpty();
  }

  @Property(tries = 500)
  void publisherMakesUpForItToo(
      @ForAll("batches") List<Sent> batches, @ForAll @IntRange(max = 8) int oldest) {
    var world = new World();
    world.take(new StreamOpened(RANK, Recovery.PEER, false));
    world.take(new ReplayLimits(RANK, oldest, 0, OptionalInt.empty()));

    world.send(withAnArrivalAtTheEnd(batches));

    assertThat(world.index.heldBlocks()).isEqualTo(heldByAllOf(batches));
    if (oldest <= 1) { // else a dump may have no number to go on from
      assertThat(world.count("gaps")).isZero();
    }
  }

  private static List<Sent> withAnArrivalAtTheEnd(List<Sent> batches) {
    List<Sent> all = new ArrayList<>(batches);
    all.add(new Sent(List.of(), Passage.ARRIVES, -1));
    return all;
  }

  @Property(tries = 500)
  void withoutRecoveryWhatIsLostIsMissed(@ForAll("batches") List<Sent> batches) {
    var world = new World();
    world.take(new StreamOpened(RANK, Recovery.NONE, false));

    for (int sequence = 0; sequence < batches.size(); sequence++) {
      Sent sent = batches.get(sequence);
      world.take(new BatchPublished(RANK, sequence, sent.events(), sent.passage()));
    }

    List<Integer> arrived = arrived(batches);
    int missed = 0;
    boolean isGapped = false;
    for (int index = 1; index < arrived.size(); index++) {
      int hole = arrived.get(index) - arrived.get(index - 1) - 1;
      missed += hole;
      isGapped |= hole > 0;
      isGapped &= !batches.get(arrived.get(index)).events().contains(Cleared.of(RANK));
    }
    assertThat(world.count("missed")).isEqualTo(missed);
    assertThat(HintLaws.gapped(world.history)).isEqualTo(isGapped ? Set.of(RANK) : Set.of());
    assertThat(world.index.heldBlocks())
        .isEqualTo(heldByAllOf(arrived.stream().map(batches::get).toList()));
  }

  private static List<Integer> arrived(List<Sent> batches) {
    List<Integer> arrived = new ArrayList<>();
    for (int sequence = 0; sequence < batches.size(); sequence++) {
      if (batches.get(sequence).passage() == Passage.ARRIVES) {
        arrived.add(sequence);
      }
    }
    return arrived;
  }

  /** +: a store; -: a removal; of one block each. */
  @Property(tries = 500)
  void blockIsHeldWhileFewerCopiesWentThanCame(
      @ForAll @Size(max = 12) List<@IntRange(min = -2, max = 2) Integer> copies) {
    var world = new World();
    world.take(new StreamOpened(RANK, Recovery.NONE, true));
    Map<Long, Integer> left = new HashMap<>();
    for (int sequence = 0; sequence < copies.size(); sequence++) {
      long hash = Math.abs(copies.get(sequence));
      boolean comes = copies.get(sequence) > 0;

      KvCacheEvent event =
          comes
              ? new Stored(
                  RANK,
                  StorageTier.DEVICE,
                  OptionalLong.empty(),
                  BlockHashes.of(hash),
                  BlockHashes.of(hash))
              : new Removed(RANK, StorageTier.DEVICE, BlockHashes.of(hash));
      world.take(new BatchPublished(RANK, sequence, List.of(event), Passage.ARRIVES));

      left.merge(hash, comes ? 1 : 0, (before, one) -> Math.max(before + (comes ? 1 : -1), 0));
      Set<Long> expected = new TreeSet<>(left.keySet());
      expected.removeIf(block -> left.getOrDefault(block, 0) == 0);
      assertThat(world.heldHashes()).isEqualTo(expected);
    }
  }

  /** A prompt of so many blocks is routed, so many milliseconds after the last one. */
  record Routed(int blocks, int laterMillis) {}

  @Property(tries = 500)
  void routedBlockIsHeldUntilItsLastBucketIsOver(
      @ForAll @Size(min = 1, max = 8) List<@From("routed") Routed> decisions,
      @ForAll @IntRange(min = 1, max = 350) int ttl) {
    var world = new World();
    world.take(new ModeChosen(Mode.TTL, ttl));
    Map<Long, Long> goneAt = new HashMap<>();
    long now = 0;
    long origin = decisions.getFirst().laterMillis();
    for (Routed decision : decisions) {
      for (int step = 0; step < decision.laterMillis(); step++) {
        now++;
        world.take(new TimePassed(now));
        long clock = now;
        goneAt.values().removeIf(expiry -> expiry <= clock);
        assertThat(world.heldHashes()).as("at %d", now).isEqualTo(new TreeSet<>(goneAt.keySet()));
      }

      BlockHashes prompt = prompt(decision.blocks());
      world.take(new RequestRouted(RANK, prompt, prompt));

      long buckets = Math.ceilDiv(now + ttl - origin, 100);
      prompt.stream().forEach(hash -> goneAt.put(hash, origin + 100 * buckets));
    }
  }

  /** Finishes the oldest active request, or admits one with a prompt of {@code blocks}. */
  record Command(int blocks, int offset, int privateBlocks) {}

  @Property(tries = 500)
  void capacityIsExceededByActiveRequestsAlone(
      @ForAll @Size(max = 20) List<@From("commands") Command> commands,
      @ForAll @IntRange(min = 1, max = 8) int capacity) {
    var world = new World();
    world.take(new ModeChosen(Mode.LRU, 1000));
    world.take(new CapacityDeclared(RANK, 1, OptionalLong.of(capacity)));
    List<RequestAdmitted> active = new ArrayList<>();
    for (int number = 0; number < commands.size(); number++) {
      Command command = commands.get(number);
      if (command.blocks() == 0 && !active.isEmpty()) {
        world.take(new RequestFinished(RANK, 1, active.removeFirst().attempt()));
      } else {
        BlockHashes prompt = prompt(command.offset(), command.blocks());
        var admitted =
            new RequestAdmitted(RANK, 1, "a" + number, prompt, prompt, command.privateBlocks());
        active.add(admitted);
        world.take(admitted);
      }

      Set<Long> inUse = new HashSet<>();
      long privateBlocks = 0;
      for (RequestAdmitted request : active) {
        request.sequenceHashes().stream().forEach(inUse::add);
        privateBlocks += request.privateBlocks();
      }
      assertThat(world.heldHashes()).containsAll(inUse);
      assertThat(world.heldHashes().size())
          .isLessThanOrEqualTo((int) Math.max(capacity - privateBlocks, inUse.size()));
    }
  }

  private static BlockHashes prompt(int blocks) {
    return prompt(0, blocks);
  }

  /** The usual chain; the part that is apart with another offset has other hashes. */
  private static BlockHashes prompt(int offset, int blocks) {
    return BlockHashes.of(
        LongStream.rangeClosed(1, blocks)
            .map(position -> position + (position > 2 ? 100L * offset : 0))
            .toArray());
  }

  @Provide
  Arbitrary<List<Sent>> batches() {
    Arbitrary<KvCacheEvent> event =
        Arbitraries.frequencyOf(
            Tuple.of(6, CollidingHistories.blocks(RANK, StorageTier.DEVICE)),
            Tuple.of(3, CollidingHistories.blocks(RANK, StorageTier.HOST_PINNED)),
            Tuple.of(1, Arbitraries.just(Cleared.of(RANK))));
    return Combinators.combine(
            event.list().ofMaxSize(3),
            Arbitraries.of(Passage.class),
            Arbitraries.integers().between(-6, 6))
        .as(Sent::new)
        .list()
        .ofMaxSize(8);
  }

  @Provide
  Arbitrary<Routed> routed() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 4), Arbitraries.integers().between(0, 260))
        .as(Routed::new);
  }

  @Provide
  Arbitrary<Command> commands() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 4),
            Arbitraries.integers().between(0, 1),
            Arbitraries.integers().between(0, 2))
        .as(Command::new);
  }
}
