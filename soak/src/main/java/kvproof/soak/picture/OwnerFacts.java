package kvproof.soak.picture;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** What decides whether an owner may be a target or a source, in words. */
record OwnerFacts(WorkerSnapshot workers, ResidencySnapshot residency, Set<Owner> gapped) {

  /** One line for everybody who holds a block, is asked for, or stands in a snapshot. */
  static SortedMap<Owner, String> of(CaseScene scene) {
    SortedSet<Owner> owners = new TreeSet<>();
    scene.held().forEach(block -> owners.add(block.owner()));
    scene.shown().requests().forEach(request -> owners.addAll(request.targets()));
    owners.addAll(scene.residency().projections().keySet());
    owners.addAll(scene.residency().hintSources().keySet());
    scene
        .workers()
        .workers()
        .forEach(
            (worker, record) ->
                record.ranks().forEach(rank -> owners.add(new WorkerWithDpRank(worker, rank))));
    var facts = new OwnerFacts(scene.workers(), scene.residency(), scene.gapped());
    SortedMap<Owner, String> lines = new TreeMap<>();
    owners.forEach(owner -> lines.put(owner, String.join(", ", facts.facts(owner))));
    return lines;
  }

  private List<String> facts(Owner owner) {
    List<String> facts =
        switch (owner) {
          case WorkerWithDpRank rank -> ofRank(rank);
          case CacheOwner cacheOwner -> ofCacheOwner(cacheOwner);
        };
    if (gapped.contains(owner)) {
      facts.add("a gap in its events");
    }
    return facts;
  }

  private List<String> ofRank(WorkerWithDpRank rank) {
    List<String> facts = new ArrayList<>();
    if (!workers.isConfigured(rank)) {
      facts.add("not configured");
      return facts;
    }
    facts.add(type(workers.workerType(rank)));
    facts.add(endpoint(workers.endpoint(rank)));
    workers.eventSource(rank).ifPresent(source -> facts.add("events from " + source));
    workers.island(rank).ifPresent(island -> facts.add(text(island)));
    return facts;
  }

  private List<String> ofCacheOwner(CacheOwner owner) {
    List<String> facts = new ArrayList<>();
    WorkerWithDpRank projectedTo = residency.projections().get(owner);
    if (projectedTo != null) {
      facts.add("projected to " + projectedTo);
    }
    HintSource source = residency.hintSources().get(owner);
    if (source == null) {
      facts.add("not advertised");
      return facts;
    }
    facts.add("advertised");
    facts.add(type(source.workerType()));
    facts.add(endpoint(source.endpoint()));
    source.attachedTo().ifPresent(rank -> facts.add("attached to " + rank));
    return facts;
  }

  private static String type(String workerType) {
    return workerType.isEmpty() ? "no type" : "type " + workerType;
  }

  private static String endpoint(String endpoint) {
    return endpoint.isEmpty() ? "no endpoint" : endpoint;
  }

  private static String text(Island island) {
    return "island "
        + island.domain()
        + "="
        + island.value()
        + " "
        + island.enforcement().wireName();
  }
}
