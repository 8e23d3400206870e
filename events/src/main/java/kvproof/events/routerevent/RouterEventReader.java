package kvproof.events.routerevent;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import kvproof.events.routerevent.MmObjectInfo.Offset;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.routerevent.RouterEventData.StoredBlock;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** A document as a router event. Unknown fields are passed over. */
final class RouterEventReader {
  private RouterEventReader() {}

  static RouterEvent read(JsonField document) throws MalformedRouterEventException {
    JsonField event = document.required(FieldNames.EVENT);
    int dpRank =
        event.has(FieldNames.DP_RANK) ? event.required(FieldNames.DP_RANK).unsigned32() : 0;
    Optional<JsonField> stateSource = document.optional(FieldNames.STATE_SOURCE);
    Optional<JsonField> sessionId = document.optional(FieldNames.SESSION_ID);
    return new RouterEvent(
        new WorkerWithDpRank(document.required(FieldNames.WORKER_ID).unsigned64(), dpRank),
        tier(document),
        domain(document),
        event.required(FieldNames.EVENT_ID).unsigned64(),
        data(event.required(FieldNames.DATA)),
        stateSource.isPresent()
            ? Optional.of(CacheOwnerIdJson.read(stateSource.get()))
            : Optional.empty(),
        sessionId.isPresent() ? Optional.of(sessionId.get().text()) : Optional.empty());
  }

  private static StorageTier tier(JsonField document) throws MalformedRouterEventException {
    if (!document.has(FieldNames.STORAGE_TIER)) {
      return StorageTier.DEVICE;
    }
    JsonField field = document.required(FieldNames.STORAGE_TIER);
    String wireName = field.text();
    for (StorageTier tier : StorageTier.values()) {
      if (tier.wireName().equals(wireName)) {
        return tier;
      }
    }
    throw field.not("device, host_pinned, disk or external");
  }

  /** Whatever it is that stands there: the receiver ignores the event, and goes on. */
  private static ResidencyDomain domain(JsonField document) throws MalformedRouterEventException {
    if (!document.has(FieldNames.RESIDENCY_DOMAIN)) {
      return ResidencyDomain.UNSPECIFIED;
    }
    return switch (document.required(FieldNames.RESIDENCY_DOMAIN).value().asText()) {
      case "worker" -> ResidencyDomain.WORKER;
      case "cache_owner" -> ResidencyDomain.CACHE_OWNER;
      default -> ResidencyDomain.UNSUPPORTED;
    };
  }

  private static RouterEventData data(JsonField data) throws MalformedRouterEventException {
    if (data.value().isTextual() && data.text().equals(FieldNames.CLEARED)) {
      return new Cleared();
    }
    if (data.value().isObject() && data.value().size() == 1) {
      if (data.has(FieldNames.STORED)) {
        return stored(data.required(FieldNames.STORED));
      }
      if (data.has(FieldNames.REMOVED)) {
        return removed(data.required(FieldNames.REMOVED));
      }
    }
    throw data.not("stored, removed or the text cleared");
  }

  private static Stored stored(JsonField stored) throws MalformedRouterEventException {
    List<StoredBlock> blocks = new ArrayList<>();
    for (JsonField block : stored.required(FieldNames.BLOCKS).elements()) {
      blocks.add(
          new StoredBlock(
              block.required(FieldNames.BLOCK_HASH).unsigned64(),
              block.required(FieldNames.TOKENS_HASH).unsigned64(),
              mmObjects(block)));
    }
    OptionalLong startPosition = stored.optionalUnsigned(FieldNames.START_POSITION, Integer.SIZE);
    return new Stored(
        stored.optionalUnsigned(FieldNames.PARENT_HASH, Long.SIZE),
        startPosition.isPresent()
            ? OptionalInt.of((int) startPosition.getAsLong())
            : OptionalInt.empty(),
        blocks);
  }

  private static Removed removed(JsonField removed) throws MalformedRouterEventException {
    List<Long> hashes = new ArrayList<>();
    for (JsonField hash : removed.required(FieldNames.BLOCK_HASHES).elements()) {
      hashes.add(hash.unsigned64());
    }
    return new Removed(BlockHashes.of(hashes));
  }

  private static List<MmObjectInfo> mmObjects(JsonField block)
      throws MalformedRouterEventException {
    Optional<JsonField> info = block.optional(FieldNames.MM_EXTRA_INFO);
    List<MmObjectInfo> objects = new ArrayList<>();
    if (info.isPresent()) {
      for (JsonField object : info.get().required(FieldNames.MM_OBJECTS).elements()) {
        objects.add(
            new MmObjectInfo(object.required(FieldNames.MM_HASH).unsigned64(), offsets(object)));
      }
    }
    return objects;
  }

  private static List<Offset> offsets(JsonField object) throws MalformedRouterEventException {
    List<Offset> offsets = new ArrayList<>();
    for (JsonField field : object.required(FieldNames.OFFSETS).elements()) {
      List<JsonField> pair = field.elements();
      if (pair.size() != 2) {
        throw field.not("start and end");
      }
      offsets.add(new Offset(pair.getFirst().unsigned64(), pair.getLast().unsigned64()));
    }
    return offsets;
  }
}
