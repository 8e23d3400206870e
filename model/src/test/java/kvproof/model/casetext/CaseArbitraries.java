package kvproof.model.casetext;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.Island;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
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
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StorageTier;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.Passage;
import kvproof.model.StreamArrival.Recovery;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Any case that a {@link Case} can be, however senseless: what a notation must carry.
 *
 * <p>Not for routers: nothing here is consistent, and hardly anything collides.
 */
final class CaseArbitraries {
  private CaseArbitraries() {}

  static Arbitrary<Case> cases() {
    return Combinators.combine(texts(), hashes(), steps(), requests(), fetches())
        .as(
            (profile, seed, steps, requests, fetches) ->
                new Case(profile, seed, steps, requests, aimed(fetches, requests)));
  }

  /** Text that a notation easily loses: empty, blanks, quotes, its own words, any UTF-16. */
  private static Arbitrary<String> texts() {
    return Arbitraries.oneOf(
        Arbitraries.of("", "q1", "tcp://w1:9000", "type", "targets", "none", "7/0", "x=y", "#1"),
        Arbitraries.strings()
            .withChars(" \"\\#;:/,=\t\r\n\u001b\u007f\u0085\u2028a")
            .ofMaxLength(5),
        Arbitraries.strings().all().ofMaxLength(4));
  }

  private static Arbitrary<CacheOwner> cacheOwners() {
    return Arbitraries.oneOf(
            Arbitraries.of("K1", "K2", "7", "root", "type", "none", "\ud83d\ude00", "\"", ";", "#"),
            Arbitraries.strings()
                .all()
                .ofMinLength(1)
                .ofMaxLength(4)
                .filter(name -> name.chars().allMatch(CaseArbitraries::mayNameACacheOwner)))
        .map(CacheOwner::new);
  }

  /** Half a surrogate pair has no UTF-8, so such names would share their key. */
  private static boolean mayNameACacheOwner(int c) {
    return c > ' ' && c != '/' && !Character.isSurrogate((char) c);
  }

  private static Arbitrary<Long> hashes() {
    return Arbitraries.oneOf(
        Arbitraries.longs().between(0, 9),
        Arbitraries.of(999_999L, 1_000_000L, Long.MAX_VALUE, Long.MIN_VALUE, -1L),
        Arbitraries.longs());
  }

  private static Arbitrary<BlockHashes> hashLists() {
    return hashes().list().ofMaxSize(4).map(BlockHashes::of);
  }

  private static Arbitrary<Integer> dpRanks() {
    return Arbitraries.frequencyOf(
        Tuple.of(3, Arbitraries.integers().between(0, 3)), Tuple.of(1, Arbitraries.integers()));
  }

  private static Arbitrary<WorkerWithDpRank> ranks() {
    return Combinators.combine(hashes(), dpRanks()).as(WorkerWithDpRank::new);
  }

  private static Arbitrary<Owner> owners() {
    return Arbitraries.oneOf(ranks(), cacheOwners());
  }

  private static Arbitrary<StorageTier> tiers() {
    return Arbitraries.of(StorageTier.class);
  }

  private static Arbitrary<List<CaseStep>> steps() {
    return Arbitraries.<CaseStep>oneOf(
            events(),
            residencies(),
            workerSnapshots(),
            streamStates(),
            streamArrivals(),
            predictions(),
            new SchedulingArbitraries(texts(), ranks(), hashLists()).steps().map(step -> step))
        .list()
        .ofMaxSize(6);
  }

  private static Arbitrary<StreamState> streamStates() {
    return Combinators.combine(owners(), Arbitraries.of(true, false)).as(StreamState::new);
  }

  private static Arbitrary<StreamArrival> streamArrivals() {
    Arbitrary<Recovery> recoveries = Arbitraries.of(Recovery.class);
    Arbitrary<Integer> counts = Arbitraries.integers().greaterOrEqual(0);
    return Arbitraries.oneOf(
        Combinators.combine(ranks(), recoveries, Arbitraries.of(true, false))
            .as((rank, by, copies) -> new StreamOpened(rank, by, copies && by != Recovery.PEER)),
        ranks().map(StreamClosed::new),
        Combinators.combine(ranks(), hashes(), batches(), Arbitraries.of(Passage.class))
            .as(BatchPublished::new),
        Combinators.combine(ranks(), hashes(), hashes(), batches()).as(BatchArrived::new),
        ranks().map(EngineRestarted::new),
        Combinators.combine(ranks(), hashes(), counts, counts.optional())
            .as(
                (rank, oldest, early, most) ->
                    new ReplayLimits(
                        rank,
                        oldest,
                        early,
                        most.map(OptionalInt::of).orElseGet(OptionalInt::empty))));
  }

  private static Arbitrary<List<KvCacheEvent>> batches() {
    Arbitrary<KvCacheEvent> removals =
        Combinators.combine(ranks(), tiers(), hashLists()).as(Removed::new);
    Arbitrary<KvCacheEvent> clears = ranks().map(Cleared::of);
    return Arbitraries.oneOf(stores(ranks().map(rank -> rank)), removals, clears)
        .list()
        .ofMaxSize(3);
  }

  private static Arbitrary<Prediction> predictions() {
    Arbitrary<Long> times = Arbitraries.longs().greaterOrEqual(0);
    Arbitrary<Integer> counts = Arbitraries.integers().greaterOrEqual(0);
    return Arbitraries.oneOf(
        Combinators.combine(Arbitraries.of(Mode.class), times).as(ModeChosen::new),
        times.map(TimePassed::new),
        Combinators.combine(ranks(), hashLists(), hashLists()).as(RequestRouted::new),
        Combinators.combine(ranks(), hashes(), maybeHashes()).as(CapacityDeclared::new),
        Combinators.combine(ranks(), hashes(), texts(), blocks(), counts)
            .as(
                (rank, incarnation, attempt, blocks, privateBlocks) ->
                    new RequestAdmitted(
                        rank,
                        incarnation,
                        attempt,
                        locals(blocks),
                        externals(blocks),
                        privateBlocks)),
        Combinators.combine(ranks(), hashes(), texts(), maybeHashes(), counts, blocks(), counts)
            .as(
                (rank, incarnation, attempt, parent, start, blocks, privateBlocks) ->
                    new OutputMaterialized(
                        rank,
                        incarnation,
                        attempt,
                        parent,
                        start,
                        locals(blocks),
                        externals(blocks),
                        privateBlocks)),
        Combinators.combine(ranks(), hashes(), texts()).as(RequestFinished::new),
        ranks().map(RankReset::new));
  }

  private static Arbitrary<OptionalLong> maybeHashes() {
    return Arbitraries.oneOf(
        Arbitraries.just(OptionalLong.empty()), hashes().map(OptionalLong::of));
  }

  private static Arbitrary<List<Map.Entry<Long, Long>>> blocks() {
    return Combinators.combine(hashes(), hashes()).as(Map::entry).list().ofMaxSize(4);
  }

  private static BlockHashes locals(List<Map.Entry<Long, Long>> blocks) {
    return BlockHashes.of(blocks.stream().map(Map.Entry::getKey).toList());
  }

  private static BlockHashes externals(List<Map.Entry<Long, Long>> blocks) {
    return BlockHashes.of(blocks.stream().map(Map.Entry::getValue).toList());
  }

  private static Arbitrary<KvCacheEvent> events() {
    Arbitrary<Optional<CacheOwner>> maybeCacheOwner = cacheOwners().optional();
    return Arbitraries.oneOf(
        stores(owners()),
        Combinators.combine(owners(), tiers(), hashLists()).as(Removed::new),
        cacheOwners().map(Cleared::of),
        Combinators.combine(ranks().map(Optional::of), maybeCacheOwner).as(Cleared::new),
        ranks().map(RankRemoved::new),
        hashes().map(WorkerRemoved::new));
  }

  private static Arbitrary<Stored> stores(Arbitrary<Owner> owners) {
    return Combinators.combine(owners, tiers(), maybeHashes(), blocks())
        .as(
            (owner, tier, parent, pairs) ->
                new Stored(owner, tier, parent, locals(pairs), externals(pairs)));
  }

  private static Arbitrary<ResidencySnapshot> residencies() {
    Arbitrary<HintSource> hintSources =
        Combinators.combine(texts(), texts(), ranks().optional()).as(HintSource::new);
    return Combinators.combine(
            Arbitraries.maps(cacheOwners(), ranks()).ofMaxSize(3),
            Arbitraries.maps(cacheOwners(), hintSources).ofMaxSize(3))
        .as(
            (projections, sources) ->
                new ResidencySnapshot(new TreeMap<>(projections), new TreeMap<>(sources)));
  }

  private static Arbitrary<WorkerSnapshot> workerSnapshots() {
    Arbitrary<WorkerSnapshot> lists =
        workers()
            .list()
            .uniqueElements(WorkerRecord::workerId)
            .ofMaxSize(3)
            .map(WorkerSnapshot::of);
    return Arbitraries.oneOf(Arbitraries.just(WorkerSnapshot.unlisted()), lists);
  }

  private static Arbitrary<WorkerRecord> workers() {
    Arbitrary<Island> islands =
        Combinators.combine(texts(), texts(), Arbitraries.of(Island.Enforcement.class))
            .as(Island::new);
    return Combinators.combine(
            hashes(),
            dpRanks().set().ofMaxSize(3).map(TreeSet::new),
            texts(),
            Arbitraries.maps(dpRanks(), texts()).ofMaxSize(3).map(TreeMap::new),
            texts().optional(),
            islands.optional())
        .as(WorkerRecord::new);
  }

  private static Arbitrary<List<Request>> requests() {
    return Combinators.combine(texts(), hashLists(), ranks().list().uniqueElements().ofMaxSize(3))
        .as(Request::new)
        .list()
        .uniqueElements(Request::id)
        .ofMaxSize(3);
  }

  private static Arbitrary<List<FetchAttempt>> fetches() {
    return Combinators.combine(
            ranks(),
            events().list().ofMaxSize(2),
            ranks().optional(),
            Arbitraries.of(FetchFault.all()).optional())
        .as(
            (target, meanwhile, instead, fault) ->
                new FetchAttempt("", target, meanwhile, instead, fault))
        .list()
        .ofMaxSize(3);
  }

  /** The fetches, each for some request and some target of it; none where there is no target. */
  private static List<FetchAttempt> aimed(List<FetchAttempt> fetches, List<Request> requests) {
    List<Request> withTarget = requests.stream().filter(r -> !r.targets().isEmpty()).toList();
    return withTarget.isEmpty()
        ? List.of()
        : fetches.stream().map(fetch -> aimed(fetch, pick(withTarget, fetch))).toList();
  }

  private static FetchAttempt aimed(FetchAttempt fetch, Request request) {
    return new FetchAttempt(
        request.id(),
        pick(request.targets(), fetch),
        fetch.meanwhile(),
        fetch.askInstead(),
        fetch.fault());
  }

  private static <T> T pick(List<T> some, FetchAttempt fetch) {
    return some.get(Math.floorMod(fetch.target().hashCode(), some.size()));
  }
}
