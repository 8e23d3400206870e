package kvproof.oracles;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.IndexStep;
import kvproof.model.Island;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Applies steps in the specification's short notation, separated by semicolons.
 *
 * <pre>
 * [TIER] S w1 p=102 [3:103 4:104]     stored; no tier: device; p=-: below the root
 * [TIER] R w1 [104]   C w1            removed, cleared
 * rank w1.1   worker w1               rank 1/1, worker 1 removed
 * TIER w2 10-14                       stored: positions of the usual chain
 * project K1 w1                       residency snapshot
 * advertise K1 [attached=w1] [type=T] [endpoint=-]
 * gap w1   resync w1                  the stream misses something, no longer does
 * worker w3 [type=T] [endpoint=-] [event=E] [ranks=0] [island=DOMAIN:VALUE:ENFORCEMENT]
 * </pre>
 *
 * <p>The usual chain has local hash p + 1 and external hash p + 101 at position p. With the first
 * {@code worker} line that has settings, workers 1 to 20 with ranks 0 and 1 are listed.
 */
final class Notation {
  private final OwnerInventoryOracle oracle;
  private final List<IndexStep> history = new ArrayList<>();
  private final SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
  private final SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
  private final SortedMap<Long, WorkerRecord> workers = new TreeMap<>();

  private ApplyStatus lastStatus = ApplyStatus.OK;
  private ResidencySnapshot residency = ResidencySnapshot.empty();
  private WorkerSnapshot snapshot = WorkerSnapshot.unlisted();

  private Notation(OwnerInventoryOracle oracle) {
    this.oracle = oracle;
  }

  /** A fresh oracle that took the steps, with the snapshots that they make up. */
  static Taken take(String steps) {
    var notation = new Notation(new OwnerInventoryOracle());
    for (String step : words(steps, ";")) {
      notation.take(words(step.replaceAll("[\\[\\]]", " ").strip(), " +"));
    }
    return new Taken(
        notation.oracle,
        notation.lastStatus,
        notation.residency,
        notation.snapshot,
        HintLaws.gapped(notation.history));
  }

  /** What the steps left behind. */
  record Taken(
      OwnerInventoryOracle oracle,
      ApplyStatus lastStatus,
      ResidencySnapshot residency,
      WorkerSnapshot workers,
      Set<Owner> gapped) {}

  private void take(List<String> words) {
    switch (words.getFirst()) {
      case "S", "R", "C" -> event(StorageTier.DEVICE, words);
      case "device" -> onTier(StorageTier.DEVICE, words);
      case "host" -> onTier(StorageTier.HOST_PINNED, words);
      case "disk" -> onTier(StorageTier.DISK, words);
      case "external" -> onTier(StorageTier.EXTERNAL, words);
      case "gap" -> state(new StreamState(owner(words.get(1)), true));
      case "resync" -> state(new StreamState(owner(words.get(1)), false));
      case "rank" -> apply(new RankRemoved(rank(words.get(1))));
      case "worker" -> worker(rank(words.get(1)).workerId(), words.subList(2, words.size()));
      case "project" -> {
        projections.put(new CacheOwner(words.get(1)), rank(words.get(2)));
        replaceResidency();
      }
      case "advertise" -> {
        Map<String, String> settings = settings(words.subList(2, words.size()));
        hintSources.put(new CacheOwner(words.get(1)), advertised(words.get(1), settings));
        replaceResidency();
      }
      default -> throw new IllegalArgumentException("no step: " + words);
    }
  }

  private void onTier(StorageTier tier, List<String> words) {
    if (words.get(1).matches("[SRC]")) {
      event(tier, words.subList(1, words.size()));
      return;
    }
    List<String> ends = words(words.get(2), "-");
    int start = Integer.parseInt(ends.getFirst());
    long[] positions = LongStream.rangeClosed(start, Integer.parseInt(ends.getLast())).toArray();
    apply(
        new Stored(
            owner(words.get(1)),
            tier,
            start == 0 ? OptionalLong.empty() : OptionalLong.of(start + 100),
            BlockHashes.of(Arrays.stream(positions).map(position -> position + 1).toArray()),
            BlockHashes.of(Arrays.stream(positions).map(position -> position + 101).toArray())));
  }

  private void event(StorageTier tier, List<String> words) {
    Owner owner = owner(words.get(1));
    apply(
        switch (words.getFirst()) {
          case "S" -> stored(owner, tier, words.get(2), words.subList(3, words.size()));
          case "R" -> new Removed(owner, tier, hashes(words.subList(2, words.size())));
          default ->
              switch (owner) {
                case WorkerWithDpRank rank -> Cleared.of(rank);
                case CacheOwner cacheOwner -> Cleared.of(cacheOwner);
              };
        });
  }

  private static Stored stored(Owner owner, StorageTier tier, String parent, List<String> blocks) {
    OptionalLong parentHash =
        parent.equals("p=-")
            ? OptionalLong.empty()
            : OptionalLong.of(Long.parseLong(parent.substring(2)));
    List<String> local = new ArrayList<>();
    List<String> external = new ArrayList<>();
    for (String block : blocks) {
      local.add(block.substring(0, block.indexOf(':')));
      external.add(block.substring(block.indexOf(':') + 1));
    }
    return new Stored(owner, tier, parentHash, hashes(local), hashes(external));
  }

  private void worker(long workerId, List<String> settings) {
    if (settings.isEmpty()) {
      apply(new WorkerRemoved(workerId));
      return;
    }
    if (workers.isEmpty()) {
      for (long id = 1; id <= 20; id++) {
        workers.put(id, listed(id, Map.of()));
      }
    }
    workers.put(workerId, listed(workerId, settings(settings)));
    snapshot = WorkerSnapshot.of(workers.values());
    oracle.replace(snapshot);
  }

  private static Map<String, String> settings(List<String> words) {
    var settings = new TreeMap<String, String>();
    for (String word : words) {
      settings.put(words(word, "=").getFirst(), words(word, "=").getLast());
    }
    return settings;
  }

  private static HintSource advertised(String name, Map<String, String> settings) {
    return new HintSource(
        settings.getOrDefault("endpoint", "tcp://" + name).replace("-", ""),
        settings.getOrDefault("type", "decode"),
        Optional.ofNullable(settings.get("attached")).map(Notation::rank));
  }

  private static WorkerRecord listed(long id, Map<String, String> settings) {
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    if (!settings.containsKey("endpoint")) {
      endpoints.put(0, WorkerSnapshot.defaultEndpoint(new WorkerWithDpRank(id, 0)));
      endpoints.put(1, WorkerSnapshot.defaultEndpoint(new WorkerWithDpRank(id, 1)));
    }
    return new WorkerRecord(
        id,
        new TreeSet<>(settings.containsKey("ranks") ? List.of(0) : List.of(0, 1)),
        settings.getOrDefault("type", "decode").replace("-", ""),
        endpoints,
        Optional.ofNullable(settings.get("event")),
        Optional.ofNullable(settings.get("island")).map(Notation::island));
  }

  private static Island island(String text) {
    List<String> parts = words(text, ":");
    return new Island(parts.get(0), parts.get(1), Island.Enforcement.ofWireName(parts.get(2)));
  }

  private void replaceResidency() {
    residency = new ResidencySnapshot(projections, hintSources);
    oracle.replace(residency);
  }

  private void state(StreamState state) {
    history.add(state);
    oracle.replace(state);
  }

  private void apply(KvCacheEvent event) {
    history.add(event);
    lastStatus = oracle.apply(event);
  }

  static List<String> words(String text, String separator) {
    return List.of(text.split(separator, -1));
  }

  static Owner owner(String word) {
    return word.startsWith("w") ? rank(word) : new CacheOwner(word);
  }

  /** {@code w7} is rank 7/0, {@code w7.1} rank 7/1. */
  static WorkerWithDpRank rank(String word) {
    String text = word.substring(1).replace('.', '/');
    return WorkerWithDpRank.parse(text.contains("/") ? text : text + "/0");
  }

  /** Hashes separated by blanks; {@code -} is none. */
  static BlockHashes hashes(String words) {
    return words.equals("-") ? BlockHashes.empty() : hashes(words(words, " "));
  }

  private static BlockHashes hashes(List<String> words) {
    return BlockHashes.of(words.stream().map(Long::parseUnsignedLong).toList());
  }

  /** The usual chain's local hashes. */
  static BlockHashes usualPrompt(int size) {
    return BlockHashes.of(LongStream.rangeClosed(1, size).toArray());
  }

  /** As an owner is written here. */
  static String text(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank -> ("w" + rank).replace("/0", "").replace('/', '.');
      case CacheOwner cacheOwner -> cacheOwner.name();
    };
  }

  /** {@code w1 4, w2 2}; {@code -} for nobody. */
  static String text(SortedMap<? extends Owner, ?> values) {
    return values.isEmpty()
        ? "-"
        : values.entrySet().stream()
            .map(entry -> text(entry.getKey()) + " " + entry.getValue())
            .collect(joining(", "));
  }
}
