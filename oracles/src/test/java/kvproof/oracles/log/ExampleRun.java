package kvproof.oracles.log;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Carries out the lines of one worked example on a router and notes what is not as they say.
 *
 * <p>A line with {@code =} between blanks is a fact: what it asks for on the left, what must come
 * out on the right. Any other line is something that happens.
 */
final class ExampleRun {
  private final KvRouter router;
  private final List<String> mismatches = new ArrayList<>();
  private final TreeMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
  private final TreeMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
  private final TreeMap<Long, WorkerRecord> workers = new TreeMap<>(Long::compareUnsigned);
  private BlockHashes query = BlockHashes.empty();
  private ApplyStatus status = ApplyStatus.OK;

  ExampleRun(KvRouter router) {
    this.router = router;
  }

  List<String> mismatches() {
    return List.copyOf(mismatches);
  }

  static boolean isFact(String line) {
    return line.contains(" = ");
  }

  void take(String line) {
    String[] sides = line.split(" = ", 2);
    List<String> words = Arrays.asList(sides[0].split(" +"));
    if (sides.length == 1) {
      happen(words);
      return;
    }
    String actual = fact(words);
    if (!sides[1].equals(actual)) {
      mismatches.add(line + ", but was " + actual);
    }
  }

  private void happen(List<String> words) {
    switch (words.getFirst()) {
      case "query" -> query = ExampleWords.hashes(words.subList(1, words.size()));
      case "worker" -> replaceWorker(words);
      case "project" -> {
        projections.put(new CacheOwner(words.get(1)), ExampleWords.rank(words.get(2)));
        router.replace(new ResidencySnapshot(projections, hintSources));
      }
      case "advertise" -> {
        hintSources.put(new CacheOwner(words.get(1)), hintSource(words));
        router.replace(new ResidencySnapshot(projections, hintSources));
      }
      case "gap" -> router.replace(new StreamState(ExampleWords.owner(words.get(1)), true));
      case "resync" -> router.replace(new StreamState(ExampleWords.owner(words.get(1)), false));
      default -> events(words).forEach(event -> status = router.apply(event));
    }
  }

  private static List<KvCacheEvent> events(List<String> words) {
    String subject = words.get(1);
    return switch (words.getFirst()) {
      case "clear" -> List.of(clear(words.subList(1, words.size())));
      case "drop" -> List.of(new RankRemoved(ExampleWords.rank(subject)));
      case "drop-worker" -> List.of(new WorkerRemoved(Long.parseUnsignedLong(subject)));
      default -> {
        Owner owner = ExampleWords.owner(subject);
        StorageTier tier = ExampleWords.tier(words.get(2));
        yield events(words.getFirst(), owner, tier, words.subList(3, words.size()));
      }
    };
  }

  private static List<KvCacheEvent> events(
      String verb, Owner owner, StorageTier tier, List<String> words) {
    return switch (verb) {
      case "store" -> List.of(ExampleWords.stored(owner, tier, words));
      case "remove" -> List.of(new Removed(owner, tier, ExampleWords.hashes(words)));
      case "hold" ->
          words.stream()
              .<KvCacheEvent>map(positions -> ExampleWords.held(owner, tier, positions))
              .toList();
      default -> throw new IllegalArgumentException("not a word of the examples: " + verb);
    };
  }

  private static Cleared clear(Collection<String> owners) {
    Optional<WorkerWithDpRank> rank = Optional.empty();
    Optional<CacheOwner> cacheOwner = Optional.empty();
    for (String word : owners) {
      switch (ExampleWords.owner(word)) {
        case WorkerWithDpRank named -> rank = Optional.of(named);
        case CacheOwner named -> cacheOwner = Optional.of(named);
      }
    }
    return new Cleared(rank, cacheOwner);
  }

  private static HintSource hintSource(List<String> words) {
    return new HintSource(
        ExampleWords.option(words, "endpoint").orElse("tcp://" + words.get(1)),
        ExampleWords.option(words, "type").orElse(WorkerSnapshot.DEFAULT_WORKER_TYPE),
        ExampleWords.option(words, "to").map(ExampleWords::rank));
  }

  /** A worker line stands for one rank; its worker has those of its lines, and what they say. */
  private void replaceWorker(List<String> words) {
    WorkerWithDpRank rank = ExampleWords.rank(words.get(1));
    WorkerRecord before = workers.get(rank.workerId());
    TreeSet<Integer> ranks = new TreeSet<>();
    TreeMap<Integer, String> endpoints = new TreeMap<>();
    if (before != null) {
      ranks.addAll(before.ranks());
      endpoints.putAll(before.endpoints());
    }
    ranks.add(rank.dpRank());
    endpoints.put(
        rank.dpRank(),
        ExampleWords.option(words, "endpoint").orElse(WorkerSnapshot.defaultEndpoint(rank)));
    workers.put(
        rank.workerId(),
        new WorkerRecord(
            rank.workerId(),
            ranks,
            ExampleWords.option(words, "type").orElse(WorkerSnapshot.DEFAULT_WORKER_TYPE),
            endpoints,
            ExampleWords.option(words, "events"),
            ExampleWords.option(words, "island").map(ExampleWords::island)));
    router.replace(WorkerSnapshot.of(workers.values()));
  }

  private String fact(List<String> words) {
    var facts = new ExampleFacts(router, query);
    return switch (words.getFirst()) {
      case "status" -> status.name();
      case "resident" -> facts.resident(ExampleWords.rank(words.get(1)));
      case "held" -> facts.held(ExampleWords.owner(words.get(1)), ExampleWords.tier(words.get(2)));
      case "device" -> facts.device();
      case "last" -> facts.lastHashes();
      case "hits" -> facts.hits(ExampleWords.tier(words.get(1)));
      case "next" -> facts.next(ExampleWords.tier(words.get(1)));
      case "candidates" -> facts.candidates();
      case "intervals" -> facts.intervals();
      case "choice" -> facts.choice(ExampleWords.rank(words.get(1)));
      case "hint" -> facts.hint(ExampleWords.rank(words.get(1)));
      default -> throw new IllegalArgumentException("not a fact: " + words);
    };
  }
}
