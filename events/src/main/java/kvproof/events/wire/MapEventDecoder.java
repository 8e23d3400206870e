package kvproof.events.wire;

import java.util.List;
import java.util.Optional;
import kvproof.events.MalformedBatchException;
import kvproof.events.msgpack.MsgpackValue.Entry;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;

/** Reads one event in map form, whatever the order of its keys. Unknown keys are passed over. */
final class MapEventDecoder {
  private final EventMap map;

  private MapEventDecoder(EventMap map) {
    this.map = map;
  }

  static EngineEvent decode(List<Entry> entries) throws MalformedBatchException {
    var decoder = new MapEventDecoder(new EventMap(entries));
    String tag = decoder.map.required(EventKeys.TYPE).text();
    return switch (tag) {
      case EventTags.BLOCK_STORED -> decoder.stored();
      case EventTags.BLOCK_REMOVED -> decoder.removed();
      case EventTags.ALL_BLOCKS_CLEARED -> new AllBlocksCleared(decoder.ownership());
      case EventTags.IGNORED -> new Ignored();
      default -> throw EventTags.unknown(tag);
    };
  }

  private BlockStored stored() throws MalformedBatchException {
    return new BlockStored(
        map.required(EventKeys.BLOCK_HASHES).hashes(),
        map.optional(EventKeys.PARENT_BLOCK_HASH).optionalHash(),
        map.required(EventKeys.TOKEN_IDS).tokenIds(),
        map.required(EventKeys.BLOCK_SIZE).unsigned64(),
        map.optional(EventKeys.MEDIUM).textOrEmpty(),
        content(),
        tail(),
        map.optional(EventKeys.SESSION_ID).optionalText());
  }

  private ContentKeys content() throws MalformedBatchException {
    return new ContentKeys(
        map.optional(EventKeys.LORA_NAME).textOrEmpty(),
        map.optional(EventKeys.CACHE_SALT).optionalText(),
        ExtraKeysDecoder.decode(map.optional(EventKeys.EXTRA_KEYS)),
        mmInfos(map.optional(EventKeys.BLOCK_MM_INFOS)));
  }

  private static Optional<List<List<MmObjectInfo>>> mmInfos(WireField field)
      throws MalformedBatchException {
    if (field.isNil()) {
      return Optional.empty();
    }
    Optional<List<List<MmObjectInfo>>> infos = MmInfoDecoder.infos(field.value());
    if (infos.isEmpty()) {
      throw field.not("multimodal objects block by block");
    }
    return infos;
  }

  private BlockRemoved removed() throws MalformedBatchException {
    return new BlockRemoved(
        map.required(EventKeys.BLOCK_HASHES).hashes(),
        map.optional(EventKeys.MEDIUM).textOrEmpty(),
        tail());
  }

  private EventTail tail() throws MalformedBatchException {
    return new EventTail(
        map.optional(EventKeys.GROUP_IDX).optionalUnsigned32(),
        map.optional(EventKeys.KIND).optionalText().map(AttentionKind::new),
        map.optional(EventKeys.SLIDING_WINDOW).optionalUnsigned32(),
        map.optional(EventKeys.LOCALITY).optionalText().map(Locality::new),
        ownership());
  }

  private Optional<Ownership> ownership() throws MalformedBatchException {
    return map.optional(EventKeys.OWNERSHIP).optionalText().map(Ownership::new);
  }
}
