package kvproof.events.routerevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.routerevent.RouterEventData.StoredBlock;

/** A router event as a document, its fields in the published order. */
final class RouterEventWriter {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private RouterEventWriter() {}

  static ObjectNode write(RouterEvent event) {
    ObjectNode document = NODES.objectNode();
    document.set(FieldNames.WORKER_ID, UnsignedNode.of(event.rank().workerId()));
    document.put(FieldNames.STORAGE_TIER, event.tier().wireName());
    if (event.domain() != ResidencyDomain.UNSPECIFIED) {
      document.put(FieldNames.RESIDENCY_DOMAIN, event.domain().wireName());
    }
    ObjectNode body = document.putObject(FieldNames.EVENT);
    body.set(FieldNames.EVENT_ID, UnsignedNode.of(event.eventId()));
    body.set(FieldNames.DATA, data(event.data()));
    body.put(FieldNames.DP_RANK, Integer.toUnsignedLong(event.rank().dpRank()));
    event
        .stateSource()
        .ifPresent(owner -> document.set(FieldNames.STATE_SOURCE, CacheOwnerIdJson.write(owner)));
    event.sessionId().ifPresent(session -> document.put(FieldNames.SESSION_ID, session));
    return document;
  }

  private static JsonNode data(RouterEventData data) {
    return switch (data) {
      case Stored stored -> NODES.objectNode().set(FieldNames.STORED, stored(stored));
      case Removed(var hashes) -> {
        ObjectNode removed = NODES.objectNode();
        ArrayNode array = removed.putObject(FieldNames.REMOVED).putArray(FieldNames.BLOCK_HASHES);
        hashes.stream().mapToObj(UnsignedNode::of).forEach(array::add);
        yield removed;
      }
      case Cleared() -> NODES.textNode(FieldNames.CLEARED);
    };
  }

  private static JsonNode stored(Stored stored) {
    ObjectNode node = NODES.objectNode();
    node.set(
        FieldNames.PARENT_HASH,
        stored.parentHash().isPresent()
            ? UnsignedNode.of(stored.parentHash().getAsLong())
            : NODES.nullNode());
    node.set(
        FieldNames.START_POSITION,
        stored.startPosition().isPresent()
            ? UnsignedNode.of(Integer.toUnsignedLong(stored.startPosition().getAsInt()))
            : NODES.nullNode());
    ArrayNode blocks = node.putArray(FieldNames.BLOCKS);
    stored.blocks().forEach(block -> blocks.add(block(block)));
    return node;
  }

  private static JsonNode block(StoredBlock block) {
    ObjectNode node = NODES.objectNode();
    node.set(FieldNames.BLOCK_HASH, UnsignedNode.of(block.blockHash()));
    node.set(FieldNames.TOKENS_HASH, UnsignedNode.of(block.tokensHash()));
    return node.set(FieldNames.MM_EXTRA_INFO, mmExtraInfo(block.mmObjects()));
  }

  private static JsonNode mmExtraInfo(List<MmObjectInfo> objects) {
    if (objects.isEmpty()) {
      return NODES.nullNode();
    }
    ObjectNode info = NODES.objectNode();
    ArrayNode array = info.putArray(FieldNames.MM_OBJECTS);
    for (MmObjectInfo object : objects) {
      ObjectNode node = array.addObject();
      node.set(FieldNames.MM_HASH, UnsignedNode.of(object.mmHash()));
      ArrayNode offsets = node.putArray(FieldNames.OFFSETS);
      object
          .offsets()
          .forEach(
              range ->
                  offsets
                      .addArray()
                      .add(UnsignedNode.of(range.start()))
                      .add(UnsignedNode.of(range.end())));
    }
    return info;
  }
}
