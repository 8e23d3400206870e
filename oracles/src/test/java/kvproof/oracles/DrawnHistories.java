package kvproof.oracles;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.CaseStep;
import kvproof.model.Island;
import kvproof.model.Island.Enforcement;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StorageTier;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/**
 * Short histories of few owners over six positions, so that they collide a lot.
 *
 * <p>Position p has local hash p + 1 and external hash p + 101. In irregular histories a stored run
 * may name any of its blocks p + 201 instead: variants, re-hashes, moves and detached blocks
 * follow.
 */
final class DrawnHistories {
  static final int PROMPT_BLOCKS = 6;
  static final List<WorkerWithDpRank> RANKS =
      List.of(Notation.rank("w1"), Notation.rank("w1.1"), Notation.rank("w2"), Notation.rank("w3"));
  private static final List<CacheOwner> CACHE_OWNERS =
      List.of(new CacheOwner("K1"), new CacheOwner("K2"));

  private DrawnHistories() {}

  static Arbitrary<List<CaseStep>> consistent() {
    return steps(false).list().ofMinSize(1).ofMaxSize(24);
  }

  static Arbitrary<List<CaseStep>> irregular() {
    return steps(true).list().ofMinSize(1).ofMaxSize(24);
  }

  private static Arbitrary<CaseStep> steps(boolean irregular) {
    Arbitrary<CaseStep> stores = stored(irregular).map(stored -> stored);
    return Arbitraries.frequencyOf(
        Tuple.of(12, stores),
        Tuple.of(4, removed(irregular)),
        Tuple.of(1, leaving()),
        Tuple.of(1, residency()),
        Tuple.of(1, workers()));
  }

  private static Arbitrary<Owner> owners() {
    List<Owner> owners = new ArrayList<>(RANKS);
    owners.addAll(CACHE_OWNERS);
    return Arbitraries.of(owners);
  }

  private static Arbitrary<StorageTier> tiers() {
    return Arbitraries.of(
        StorageTier.DEVICE, StorageTier.HOST_PINNED, StorageTier.HOST_PINNED, StorageTier.DISK);
  }

  /** A run of positions; bit p of {@code otherLine} gives position p its other hash. */
  private static Arbitrary<Stored> stored(boolean irregular) {
    Arbitrary<Integer> otherLine =
        irregular ? Arbitraries.of(0, 0, 0, 63, 4, 60, 7) : Arbitraries.just(0);
    return Combinators.combine(
            owners(),
            tiers(),
            Arbitraries.integers().between(0, PROMPT_BLOCKS - 1),
            Arbitraries.integers().between(0, PROMPT_BLOCKS),
            otherLine)
        .as(
            (owner, tier, start, length, line) -> {
              int end = Math.min(PROMPT_BLOCKS, start + length);
              return new Stored(
                  owner,
                  tier,
                  start == 0 ? OptionalLong.empty() : OptionalLong.of(hash(start - 1, line)),
                  BlockHashes.of(LongStream.range(start, end).map(p -> p + 1).toArray()),
                  BlockHashes.of(LongStream.range(start, end).map(p -> hash(p, line)).toArray()));
            });
  }

  private static long hash(long position, int otherLine) {
    return position + ((otherLine >> position) % 2 == 0 ? 101 : 201);
  }

  private static Arbitrary<CaseStep> removed(boolean irregular) {
    return Combinators.combine(
            owners(),
            tiers(),
            Arbitraries.integers().between(0, PROMPT_BLOCKS - 1),
            irregular ? Arbitraries.of(0, 63) : Arbitraries.just(0))
        .as(
            (owner, tier, position, line) ->
                new Removed(owner, tier, BlockHashes.of(hash(position, line))));
  }

  private static Arbitrary<CaseStep> leaving() {
    return Arbitraries.of(
        Cleared.of(RANKS.getFirst()),
        Cleared.of(CACHE_OWNERS.getFirst()),
        new RankRemoved(RANKS.get(1)),
        new WorkerRemoved(2));
  }

  private static Arbitrary<CaseStep> residency() {
    return Combinators.combine(
            Arbitraries.of(RANKS).optional(),
            Arbitraries.of(RANKS).optional(),
            Arbitraries.of(true, true, false),
            Arbitraries.of("", "tcp://K", "tcp://K"))
        .as(
            (projectedTo, attachedTo, advertised, endpoint) -> {
              SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
              SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
              for (CacheOwner owner : CACHE_OWNERS) {
                projectedTo.ifPresent(rank -> projections.put(owner, rank));
                if (advertised) {
                  hintSources.put(owner, new HintSource(endpoint, "decode", attachedTo));
                }
              }
              return new ResidencySnapshot(projections, hintSources);
            });
  }

  private static Arbitrary<CaseStep> workers() {
    Arbitrary<WorkerRecord> record =
        Combinators.combine(
                Arbitraries.of("decode", "decode", "prefill", ""),
                Arbitraries.of("tcp://w", "tcp://w", ""),
                Arbitraries.of("state_agent_v2").optional(0.1),
                Arbitraries.of(Enforcement.values()).optional(),
                Arbitraries.of("x", "y"))
            .as(
                (type, endpoint, eventSource, enforcement, value) -> {
                  SortedMap<Integer, String> endpoints = new TreeMap<>();
                  endpoints.put(0, endpoint);
                  endpoints.put(1, endpoint);
                  return new WorkerRecord(
                      0,
                      new TreeSet<>(List.of(0, 1)),
                      type,
                      endpoints,
                      eventSource,
                      enforcement.map(how -> new Island("zone", value, how)));
                });
    return record.list().ofSize(3).map(records -> snapshot(records));
  }

  private static WorkerSnapshot snapshot(List<WorkerRecord> drawn) {
    List<WorkerRecord> numbered = new ArrayList<>();
    for (WorkerRecord record : drawn) {
      numbered.add(
          new WorkerRecord(
              numbered.size() + 1,
              record.ranks(),
              record.workerType(),
              record.endpoints(),
              record.eventSource(),
              record.island()));
    }
    return WorkerSnapshot.of(numbered);
  }
}
