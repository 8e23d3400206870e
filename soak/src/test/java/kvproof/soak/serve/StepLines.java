package kvproof.soak.serve;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.IndexStep;
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

/** Steps of a case as lines of the protocol. */
final class StepLines {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StepLines() {}

  static List<String> of(IndexStep step) {
    return switch (step) {
      case Stored stored -> List.of(stored(stored));
      case Removed removed -> {
        ObjectNode line = line("removed", removed.owner(), removed.tier());
        put(line.putArray("blocks"), removed.externalHashes());
        yield List.of(line.toString());
      }
      case Cleared cleared -> cleared(cleared);
      case RankRemoved removed ->
          List.of(rank(operation("remove_rank"), removed.rank()).toString());
      case WorkerRemoved removed ->
          List.of(operation("remove_worker").put("worker", big(removed.workerId())).toString());
      case ResidencySnapshot snapshot -> List.of(owners(snapshot));
      case WorkerSnapshot snapshot -> List.of(workers(snapshot));
      case StreamState state ->
          List.of(
              owner(operation("stream"), state.owner()).put("gapped", state.isGapped()).toString());
    };
  }

  static String query(Request request) {
    ObjectNode line = operation("query").put("id", request.id());
    put(line.putArray("local"), request.localHashes());
    ArrayNode targets = line.putArray("targets");
    for (WorkerWithDpRank target : request.targets()) {
      targets.addArray().add(big(target.workerId())).add(Integer.toUnsignedLong(target.dpRank()));
    }
    return line.toString();
  }

  private static String stored(Stored stored) {
    ObjectNode line = line("stored", stored.owner(), stored.tier());
    stored.parent().ifPresent(parent -> line.put("parent", "0x" + Long.toHexString(parent)));
    ArrayNode blocks = line.putArray("blocks");
    for (int i = 0; i < stored.localHashes().size(); i++) {
      blocks
          .addArray()
          .add(big(stored.localHashes().at(i)))
          .add(big(stored.externalHashes().at(i)));
    }
    return line.toString();
  }

  private static List<String> cleared(Cleared cleared) {
    List<String> lines = new ArrayList<>();
    cleared.rank().ifPresent(rank -> lines.add(rank(operation("cleared"), rank).toString()));
    cleared
        .cacheOwner()
        .ifPresent(owner -> lines.add(owner(operation("cleared"), owner).toString()));
    return lines;
  }

  private static String owners(ResidencySnapshot snapshot) {
    ArrayNode records = JSON.createArrayNode();
    SortedSet<CacheOwner> owners = new TreeSet<>(snapshot.projections().keySet());
    owners.addAll(snapshot.hintSources().keySet());
    for (CacheOwner owner : owners) {
      WorkerWithDpRank projection = snapshot.projections().get(owner);
      if (projection != null) {
        rank(owner(records.addObject(), owner), projection);
      }
      HintSource source = snapshot.hintSources().get(owner);
      if (source != null) {
        ObjectNode line = owner(records.addObject(), owner).put("projected", false);
        line.put("endpoint", source.endpoint()).put("worker_type", source.workerType());
        source.attachedTo().ifPresent(attached -> rank(line, attached));
      }
    }
    return operation("owners").set("owners", records).toString();
  }

  private static String workers(WorkerSnapshot snapshot) {
    if (!snapshot.isListed()) {
      throw new IllegalArgumentException("the protocol cannot take a list of workers back");
    }
    ArrayNode records = JSON.createArrayNode();
    for (WorkerRecord worker : snapshot.workers().values()) {
      ObjectNode line = records.addObject().put("worker", big(worker.workerId()));
      ArrayNode ranks = line.putArray("ranks");
      worker.ranks().forEach(rank -> ranks.add(Integer.toUnsignedLong(rank)));
      line.put("worker_type", worker.workerType());
      ObjectNode endpoints = line.putObject("endpoints");
      worker
          .endpoints()
          .forEach((rank, endpoint) -> endpoints.put(Integer.toUnsignedString(rank), endpoint));
      worker.eventSource().ifPresent(source -> line.put("event_source", source));
      worker
          .island()
          .ifPresent(
              island ->
                  line.putObject("island")
                      .put("domain", island.domain())
                      .put("value", island.value())
                      .put("enforcement", island.enforcement().wireName()));
    }
    return operation("workers").set("workers", records).toString();
  }

  private static ObjectNode operation(String name) {
    return JSON.createObjectNode().put("op", name);
  }

  private static ObjectNode line(String operation, Owner owner, StorageTier tier) {
    return owner(operation(operation), owner).put("tier", tier.wireName());
  }

  private static ObjectNode owner(ObjectNode line, Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank -> rank(line, rank);
      case CacheOwner cacheOwner -> line.put("cache_owner", cacheOwner.name());
    };
  }

  private static ObjectNode rank(ObjectNode line, WorkerWithDpRank rank) {
    return line.put("worker", big(rank.workerId()))
        .put("rank", Integer.toUnsignedLong(rank.dpRank()));
  }

  private static void put(ArrayNode list, BlockHashes hashes) {
    hashes.stream().forEach(hash -> list.add(big(hash)));
  }

  private static BigInteger big(long unsigned) {
    return new BigInteger(Long.toUnsignedString(unsigned));
  }
}
