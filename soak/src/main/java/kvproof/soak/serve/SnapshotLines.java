package kvproof.soak.serve;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.Island.Enforcement;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** Reads the two snapshots of the protocol: {@code owners} and {@code workers}. */
final class SnapshotLines {
  private SnapshotLines() {}

  /**
   * Cache owners and what is known of them.
   *
   * <p>A record with a worker projects the owner to that rank unless it says {@code
   * "projected":false}; a record with an endpoint advertises it, attached to the rank if there is
   * one. One owner may have two records, one for each.
   */
  static ResidencySnapshot owners(LineFields line) throws BadLineException {
    SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
    SortedMap<CacheOwner, HintSource> sources = new TreeMap<>();
    for (LineFields entry : line.objects("owners")) {
      CacheOwner owner = namedOwner(entry);
      Optional<WorkerWithDpRank> rank = entry.optionalRank();
      if (rank.isPresent() && entry.flag("projected", true)) {
        putOnce(projections, owner, rank.get(), "projected to");
      }
      Optional<String> endpoint = entry.optionalText("endpoint");
      if (endpoint.isPresent()) {
        String type = entry.optionalText("worker_type").orElse(WorkerSnapshot.DEFAULT_WORKER_TYPE);
        putOnce(sources, owner, new HintSource(endpoint.get(), type, rank), "advertised as");
      }
    }
    return new ResidencySnapshot(projections, sources);
  }

  private static CacheOwner namedOwner(LineFields entry) throws BadLineException {
    Optional<CacheOwner> owner = entry.cacheOwner();
    if (owner.isEmpty()) {
      throw new BadLineException("field 'cache_owner' is missing in a record of 'owners'");
    }
    return owner.get();
  }

  private static <T> void putOnce(
      SortedMap<CacheOwner, T> map, CacheOwner owner, T value, String relation)
      throws BadLineException {
    T before = map.putIfAbsent(owner, value);
    if (before != null && !before.equals(value)) {
      throw new BadLineException(
          "cache owner " + owner + " is " + relation + " both " + before + " and " + value);
    }
  }

  static WorkerSnapshot workers(LineFields line) throws BadLineException {
    List<WorkerRecord> workers = new ArrayList<>();
    for (LineFields entry : line.objects("workers")) {
      workers.add(
          new WorkerRecord(
              entry.number("worker"),
              new TreeSet<>(entry.dpRanks("ranks")),
              entry.optionalText("worker_type").orElse(""),
              endpoints(entry),
              entry.optionalText("event_source"),
              island(entry)));
    }
    try {
      return WorkerSnapshot.of(workers);
    } catch (IllegalArgumentException twice) {
      throw new BadLineException(String.valueOf(twice.getMessage()));
    }
  }

  private static SortedMap<Integer, String> endpoints(LineFields entry) throws BadLineException {
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    Optional<LineFields> object = entry.object("endpoints");
    if (object.isPresent()) {
      for (Map.Entry<String, JsonNode> endpoint : object.get().node().properties()) {
        if (!endpoint.getValue().isTextual()) {
          throw LineFields.wrong("endpoints", endpoint.getValue(), "a text");
        }
        endpoints.put(
            LineFields.dpRank("endpoints", endpoint.getKey()), endpoint.getValue().textValue());
      }
    }
    return endpoints;
  }

  private static Optional<Island> island(LineFields entry) throws BadLineException {
    Optional<LineFields> island = entry.object("island");
    if (island.isEmpty()) {
      return Optional.empty();
    }
    String enforcement = island.get().optionalText("enforcement").orElse("preferred");
    try {
      return Optional.of(
          new Island(
              requiredText(island.get(), "domain"),
              requiredText(island.get(), "value"),
              Enforcement.ofWireName(enforcement)));
    } catch (IllegalArgumentException unknown) {
      throw new BadLineException("field 'island': " + unknown.getMessage());
    }
  }

  private static String requiredText(LineFields fields, String field) throws BadLineException {
    Optional<String> text = fields.optionalText(field);
    if (text.isEmpty()) {
      throw new BadLineException("field '" + field + "' is missing in 'island'");
    }
    return text.get();
  }
}
