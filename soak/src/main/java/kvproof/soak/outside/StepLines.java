package kvproof.soak.outside;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.IndexStep;
import kvproof.model.Island;
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

/**
 * What a case says, as lines of the protocol that end with a line feed each.
 *
 * <p>A number above 2^53 is a decimal string, so that no reader has to be sure of its numbers.
 */
final class StepLines {
  private static final JsonFactory JSON = new JsonFactory();
  private static final long MOST_EXACT = 1L << 53;

  private interface Fields {
    void write(JsonGenerator out) throws IOException;
  }

  private StepLines() {}

  /** Of a step that {@link ExpressibleSteps} lets through; nearly always one line. */
  static List<byte[]> of(IndexStep step) {
    return switch (step) {
      case Stored stored -> List.of(line("stored", out -> writeStored(out, stored)));
      case Removed removed ->
          List.of(
              line(
                  "removed",
                  out -> {
                    writeOwner(out, removed.owner());
                    writeTier(out, removed.tier());
                    writeHashes(out, "blocks", removed.externalHashes());
                  }));
      case Cleared cleared -> cleared(cleared);
      case RankRemoved removed ->
          List.of(line("remove_rank", out -> writeOwner(out, removed.rank())));
      case WorkerRemoved removed ->
          List.of(line("remove_worker", out -> writeNumber(out, "worker", removed.workerId())));
      case ResidencySnapshot snapshot -> List.of(line("owners", out -> owners(out, snapshot)));
      case WorkerSnapshot snapshot -> List.of(line("workers", out -> workers(out, snapshot)));
      case StreamState state ->
          List.of(
              line(
                  "stream",
                  out -> {
                    writeOwner(out, state.owner());
                    out.writeBooleanField("gapped", state.isGapped());
                  }));
    };
  }

  static byte[] hello() {
    return line(
        "hello",
        out -> {
          out.writeNumberField("protocol", 1);
          out.writeBooleanField("acks", false);
        });
  }

  static byte[] reset() {
    return line("reset", out -> {});
  }

  static byte[] dump() {
    return line("dump", out -> {});
  }

  static byte[] query(Request request) {
    return line(
        "query",
        out -> {
          out.writeStringField("id", request.id());
          writeHashes(out, "local", request.localHashes());
          writeRanks(out, "targets", request.targets());
        });
  }

  static byte[] resident(Collection<WorkerWithDpRank> ranks) {
    return line("resident", out -> writeRanks(out, "ranks", ranks));
  }

  private static byte[] line(String operation, Fields fields) {
    var bytes = new ByteArrayOutputStream(256);
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      out.writeStartObject();
      out.writeStringField("op", operation);
      fields.write(out);
      out.writeEndObject();
      out.writeRaw('\n');
    } catch (IOException impossible) {
      throw new UncheckedIOException("a line could not be built in memory", impossible);
    }
    return bytes.toByteArray();
  }

  private static void writeStored(JsonGenerator out, Stored stored) throws IOException {
    writeOwner(out, stored.owner());
    writeTier(out, stored.tier());
    if (stored.parent().isPresent()) {
      writeNumber(out, "parent", stored.parent().getAsLong());
    } else {
      out.writeNullField("parent");
    }
    out.writeArrayFieldStart("blocks");
    for (int i = 0; i < stored.localHashes().size(); i++) {
      out.writeStartArray();
      writeNumber(out, stored.localHashes().at(i));
      writeNumber(out, stored.externalHashes().at(i));
      out.writeEndArray();
    }
    out.writeEndArray();
  }

  private static List<byte[]> cleared(Cleared cleared) {
    List<byte[]> lines = new ArrayList<>();
    cleared.rank().ifPresent(rank -> lines.add(line("cleared", out -> writeOwner(out, rank))));
    cleared
        .cacheOwner()
        .ifPresent(owner -> lines.add(line("cleared", out -> writeOwner(out, owner))));
    return lines;
  }

  /**
   * One record for an owner that is attached where it is projected, or does only one of both; else
   * one that projects and one that attaches.
   */
  private static void owners(JsonGenerator out, ResidencySnapshot snapshot) throws IOException {
    SortedSet<CacheOwner> owners = new TreeSet<>(snapshot.projections().keySet());
    owners.addAll(snapshot.hintSources().keySet());
    out.writeArrayFieldStart("owners");
    for (CacheOwner owner : owners) {
      WorkerWithDpRank projection = snapshot.projections().get(owner);
      HintSource source = snapshot.hintSources().get(owner);
      if (source == null) {
        writeProjection(out, owner, Objects.requireNonNull(projection));
      } else if (projection != null && source.attachedTo().filter(projection::equals).isPresent()) {
        writeSource(out, owner, source, true);
      } else {
        if (projection != null) {
          writeProjection(out, owner, projection);
        }
        writeSource(out, owner, source, false);
      }
    }
    out.writeEndArray();
  }

  private static void writeProjection(
      JsonGenerator out, CacheOwner owner, WorkerWithDpRank projection) throws IOException {
    out.writeStartObject();
    writeOwner(out, owner);
    writeOwner(out, projection);
    out.writeEndObject();
  }

  private static void writeSource(
      JsonGenerator out, CacheOwner owner, HintSource source, boolean projected)
      throws IOException {
    out.writeStartObject();
    writeOwner(out, owner);
    if (source.attachedTo().isPresent()) {
      writeOwner(out, source.attachedTo().get());
      if (!projected) {
        out.writeBooleanField("projected", false);
      }
    }
    out.writeStringField("endpoint", source.endpoint());
    out.writeStringField("worker_type", source.workerType());
    out.writeEndObject();
  }

  private static void workers(JsonGenerator out, WorkerSnapshot snapshot) throws IOException {
    out.writeArrayFieldStart("workers");
    for (WorkerRecord worker : snapshot.workers().values()) {
      out.writeStartObject();
      writeWorker(out, worker);
      out.writeEndObject();
    }
    out.writeEndArray();
  }

  private static void writeWorker(JsonGenerator out, WorkerRecord worker) throws IOException {
    writeNumber(out, "worker", worker.workerId());
    out.writeArrayFieldStart("ranks");
    for (int rank : worker.ranks()) {
      out.writeNumber(Integer.toUnsignedLong(rank));
    }
    out.writeEndArray();
    out.writeStringField("worker_type", worker.workerType());
    out.writeObjectFieldStart("endpoints");
    for (var endpoint : worker.endpoints().entrySet()) {
      out.writeStringField(Integer.toUnsignedString(endpoint.getKey()), endpoint.getValue());
    }
    out.writeEndObject();
    if (worker.eventSource().isPresent()) {
      out.writeStringField("event_source", worker.eventSource().get());
    }
    if (worker.island().isPresent()) {
      Island island = worker.island().get();
      out.writeObjectFieldStart("island");
      out.writeStringField("domain", island.domain());
      out.writeStringField("value", island.value());
      out.writeStringField("enforcement", island.enforcement().wireName());
      out.writeEndObject();
    }
  }

  private static void writeOwner(JsonGenerator out, Owner owner) throws IOException {
    switch (owner) {
      case WorkerWithDpRank rank -> {
        writeNumber(out, "worker", rank.workerId());
        out.writeNumberField("rank", Integer.toUnsignedLong(rank.dpRank()));
      }
      case CacheOwner cacheOwner -> out.writeStringField("cache_owner", cacheOwner.name());
    }
  }

  private static void writeTier(JsonGenerator out, StorageTier tier) throws IOException {
    out.writeStringField("tier", tier.wireName());
  }

  private static void writeHashes(JsonGenerator out, String field, BlockHashes hashes)
      throws IOException {
    out.writeArrayFieldStart(field);
    for (int i = 0; i < hashes.size(); i++) {
      writeNumber(out, hashes.at(i));
    }
    out.writeEndArray();
  }

  private static void writeRanks(
      JsonGenerator out, String field, Collection<WorkerWithDpRank> ranks) throws IOException {
    out.writeArrayFieldStart(field);
    for (WorkerWithDpRank rank : ranks) {
      out.writeStartArray();
      writeNumber(out, rank.workerId());
      out.writeNumber(Integer.toUnsignedLong(rank.dpRank()));
      out.writeEndArray();
    }
    out.writeEndArray();
  }

  private static void writeNumber(JsonGenerator out, String field, long unsigned)
      throws IOException {
    out.writeFieldName(field);
    writeNumber(out, unsigned);
  }

  private static void writeNumber(JsonGenerator out, long unsigned) throws IOException {
    if (Long.compareUnsigned(unsigned, MOST_EXACT) <= 0) {
      out.writeNumber(unsigned);
    } else {
      out.writeString(Long.toUnsignedString(unsigned));
    }
  }
}
