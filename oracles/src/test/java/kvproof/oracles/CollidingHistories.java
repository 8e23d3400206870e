package kvproof.oracles;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.CaseStep;
import kvproof.model.Island;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;

/**
 * Histories so small that everything collides: three workers, two cache owners, six local hashes
 * and three external hashes for each.
 *
 * <p>Most stores follow one hash line, so that chains get long; the others give variants,
 * re-hashes, moves, cycles and malformed stores.
 */
public final class CollidingHistories {
  public static final int BLOCKS = 6;
  private static final int LINES = 3;

  /** How often a block is on the first line, against 3 on the others; drawn for each history. */
  private static final List<Integer> STRAIGHTNESS = List.of(100, 20, 5);

  public static final List<WorkerWithDpRank> RANKS =
      List.of(
          new WorkerWithDpRank(1, 0),
          new WorkerWithDpRank(1, 1),
          new WorkerWithDpRank(2, 0),
          new WorkerWithDpRank(3, 0));

  private static final List<CacheOwner> CACHE_OWNERS =
      List.of(new CacheOwner("K1"), new CacheOwner("K2"));

  private CollidingHistories() {}

  /** Events, and snapshots and states of streams now and then. */
  public static Arbitrary<List<CaseStep>> steps() {
    return Arbitraries.of(STRAIGHTNESS).flatMap(CollidingHistories::steps);
  }

  private static Arbitrary<List<CaseStep>> steps(int straightness) {
    return Arbitraries.frequencyOf(
            Tuple.of(16, event(straightness).map(CaseStep.class::cast)),
            Tuple.of(1, residency().map(CaseStep.class::cast)),
            Tuple.of(1, workers().map(CaseStep.class::cast)),
            Tuple.of(1, streamState().map(CaseStep.class::cast)))
        .list()
        .ofMaxSize(40)
        .withSizeDistribution(RandomDistribution.uniform());
  }

  /** Any rank is a target, one that never holds a block too. */
  public static Arbitrary<Request> request() {
    Arbitrary<List<Long>> straight =
        Arbitraries.integers().between(1, BLOCKS).map(CollidingHistories::oneTo);
    Arbitrary<List<Long>> crooked = Arbitraries.longs().between(1, BLOCKS).list().ofMaxSize(BLOCKS);
    List<WorkerWithDpRank> targets = new ArrayList<>(RANKS);
    targets.add(new WorkerWithDpRank(9, 0));
    return Arbitraries.frequencyOf(Tuple.of(5, straight), Tuple.of(1, crooked))
        .map(locals -> new Request("r", BlockHashes.of(locals), targets));
  }

  private static List<Long> oneTo(int last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }

  /** Stores and removals of one owner on one tier. */
  public static Arbitrary<KvCacheEvent> blocks(Owner owner, StorageTier tier) {
    return Arbitraries.of(STRAIGHTNESS).flatMap(straightness -> blocks(owner, tier, straightness));
  }

  private static Arbitrary<KvCacheEvent> blocks(Owner owner, StorageTier tier, int straightness) {
    return Arbitraries.frequencyOf(
        Tuple.of(6, run(owner, tier, straightness)),
        Tuple.of(1, wildStore(owner, tier)),
        Tuple.of(2, removed(owner, tier)));
  }

  public static long[] externalHashes() {
    return IntStream.rangeClosed(1, BLOCKS)
        .boxed()
        .flatMap(local -> IntStream.range(0, LINES).mapToObj(line -> external(local, line)))
        .mapToLong(Long::longValue)
        .toArray();
  }

  private static Arbitrary<KvCacheEvent> event(int straightness) {
    return Arbitraries.frequencyOf(
        Tuple.of(
            36,
            Combinators.combine(owner(), tier())
                .flatAs((owner, tier) -> blocks(owner, tier, straightness))),
        Tuple.of(1, cleared()),
        Tuple.of(1, Arbitraries.of(RANKS).map(RankRemoved::new)),
        Tuple.of(1, Arbitraries.longs().between(1, 3).map(WorkerRemoved::new)));
  }

  /** A run of the chain from some position on, now and then under hashes of another line. */
  private static Arbitrary<KvCacheEvent> run(Owner owner, StorageTier tier, int straightness) {
    Arbitrary<List<Integer>> linesOfRun =
        line(straightness)
            .list()
            .ofMinSize(1)
            .ofMaxSize(BLOCKS + 1)
            .withSizeDistribution(RandomDistribution.uniform());
    return Combinators.combine(start(), linesOfRun)
        .as((start, lines) -> run(owner, tier, start, lines));
  }

  /** {@code lines} has the line of the parent, then one a block. */
  private static Stored run(Owner owner, StorageTier tier, int start, List<Integer> lines) {
    List<Long> locals = new ArrayList<>();
    List<Long> externals = new ArrayList<>();
    for (int index = 1; index < lines.size() && start + index <= BLOCKS; index++) {
      locals.add((long) start + index);
      externals.add(external(start + index, lines.get(index)));
    }
    OptionalLong parent =
        start == 0 ? OptionalLong.empty() : OptionalLong.of(external(start, lines.getFirst()));
    return new Stored(owner, tier, parent, BlockHashes.of(locals), BlockHashes.of(externals));
  }

  private static Arbitrary<KvCacheEvent> wildStore(Owner owner, StorageTier tier) {
    Arbitrary<Map.Entry<Long, Long>> block =
        Combinators.combine(Arbitraries.longs().between(1, BLOCKS), hash()).as(Map::entry);
    return Combinators.combine(hash().optional(0.8), block.list().ofMaxSize(3))
        .as(
            (parent, blocks) ->
                new Stored(
                    owner,
                    tier,
                    parent.map(OptionalLong::of).orElseGet(OptionalLong::empty),
                    BlockHashes.of(blocks.stream().map(Map.Entry::getKey).toList()),
                    BlockHashes.of(blocks.stream().map(Map.Entry::getValue).toList())));
  }

  private static Arbitrary<KvCacheEvent> removed(Owner owner, StorageTier tier) {
    return hash()
        .list()
        .ofMaxSize(3)
        .map(hashes -> new Removed(owner, tier, BlockHashes.of(hashes)));
  }

  private static Arbitrary<KvCacheEvent> cleared() {
    Arbitrary<KvCacheEvent> rank = Arbitraries.of(RANKS).map(Cleared::of);
    Arbitrary<KvCacheEvent> cacheOwner = Arbitraries.of(CACHE_OWNERS).map(Cleared::of);
    Arbitrary<KvCacheEvent> both =
        Combinators.combine(Arbitraries.of(RANKS), Arbitraries.of(CACHE_OWNERS))
            .as((named, owner) -> new Cleared(Optional.of(named), Optional.of(owner)));
    return Arbitraries.oneOf(rank, cacheOwner, both);
  }

  private static Arbitrary<Owner> owner() {
    return Arbitraries.frequencyOf(
        Tuple.of(4, Arbitraries.of(RANKS).map(Owner.class::cast)),
        Tuple.of(1, Arbitraries.of(CACHE_OWNERS).map(Owner.class::cast)));
  }

  private static Arbitrary<StorageTier> tier() {
    return Arbitraries.frequency(
        Tuple.of(6, StorageTier.HOST_PINNED),
        Tuple.of(4, StorageTier.DEVICE),
        Tuple.of(1, StorageTier.DISK),
        Tuple.of(1, StorageTier.EXTERNAL));
  }

  private static Arbitrary<Integer> start() {
    return Arbitraries.frequencyOf(
        Tuple.of(1, Arbitraries.just(0)), Tuple.of(1, Arbitraries.integers().between(0, BLOCKS)));
  }

  private static Arbitrary<Integer> line(int straightness) {
    return Arbitraries.frequency(Tuple.of(straightness, 0), Tuple.of(2, 1), Tuple.of(1, 2));
  }

  private static Arbitrary<Long> hash() {
    return Combinators.combine(
            Arbitraries.integers().between(1, BLOCKS), Arbitraries.integers().between(0, LINES - 1))
        .as(CollidingHistories::external);
  }

  /** 101 to 106 on the first line, 201 to 206 on the second; the third compares as negative. */
  private static long external(int local, int line) {
    return line == 2 ? -local : 100L * (line + 1) + local;
  }

  /** More gaps than ends of gaps: clears and removals end them too. */
  private static Arbitrary<StreamState> streamState() {
    return Combinators.combine(
            owner(), Arbitraries.frequency(Tuple.of(3, true), Tuple.of(1, false)))
        .as(StreamState::new);
  }

  private static Arbitrary<ResidencySnapshot> residency() {
    Arbitrary<HintSource> hintSource =
        Combinators.combine(
                Arbitraries.frequency(Tuple.of(4, "tcp://k"), Tuple.of(1, "")),
                workerType(),
                Arbitraries.of(RANKS).optional(0.5))
            .as(HintSource::new);
    return Combinators.combine(
            Arbitraries.maps(Arbitraries.of(CACHE_OWNERS), Arbitraries.of(RANKS)),
            Arbitraries.maps(Arbitraries.of(CACHE_OWNERS), hintSource))
        .as(
            (projections, hintSources) ->
                new ResidencySnapshot(new TreeMap<>(projections), new TreeMap<>(hintSources)));
  }

  private static Arbitrary<WorkerSnapshot> workers() {
    return Combinators.combine(worker(1), worker(2), worker(3))
        .as((one, two, three) -> WorkerSnapshot.of(List.of(one, two, three)));
  }

  private static Arbitrary<WorkerRecord> worker(long workerId) {
    Arbitrary<String> endpoint =
        Arbitraries.frequency(Tuple.of(5, "tcp://w" + workerId), Tuple.of(1, ""));
    Arbitrary<Optional<String>> eventSource =
        Arbitraries.frequency(
            Tuple.of(5, Optional.empty()), Tuple.of(1, Optional.of("state_agent_v2")));
    return Combinators.combine(
            Arbitraries.integers().between(0, 1).set().ofMinSize(1),
            workerType(),
            endpoint,
            eventSource,
            island().optional(0.5))
        .as(
            (ranks, type, reachable, source, where) -> {
              TreeMap<Integer, String> endpoints = new TreeMap<>();
              ranks.forEach(rank -> endpoints.put(rank, reachable));
              return new WorkerRecord(
                  workerId, new TreeSet<>(ranks), type, endpoints, source, where);
            });
  }

  private static Arbitrary<String> workerType() {
    return Arbitraries.frequency(Tuple.of(8, "decode"), Tuple.of(1, "prefill"), Tuple.of(1, ""));
  }

  private static Arbitrary<Island> island() {
    return Combinators.combine(
            Arbitraries.frequency(Tuple.of(5, "rack"), Tuple.of(1, "zone")),
            Arbitraries.of("x", "y"),
            Arbitraries.of(Island.Enforcement.class))
        .as(Island::new);
  }
}
