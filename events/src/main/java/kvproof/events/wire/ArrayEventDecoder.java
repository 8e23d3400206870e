package kvproof.events.wire;

import java.util.List;
import java.util.Optional;
import kvproof.events.MalformedBatchException;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;

/** Reads one event in array form. */
final class ArrayEventDecoder {
  /*
   *        BlockStored            BlockRemoved     AllBlocksCleared    Ignored
   *   0    tag                    tag              tag                 tag
   *   1    block_hashes           block_hashes     ownership, nil      anything
   *   2    parent_block_hash, nil medium, nil      anything ...        ...
   *   3    token_ids              tail ...
   *   4    block_size
   *   5    lora_id, nil: not kept
   *   6    medium, nil
   *   7    lora_name, or a map with cache_salt, or nil
   *   8    extra_keys, nil
   *   9    tail ...
   *
   * Elements may be missing from the end, the required ones excepted.
   */
  private static final int STORED_REQUIRED = 5;
  private static final int STORED_TAIL = 9;
  private static final int REMOVED_TAIL = 3;

  private final List<MsgpackValue> elements;

  private ArrayEventDecoder(List<MsgpackValue> elements) {
    this.elements = elements;
  }

  static EngineEvent decode(List<MsgpackValue> elements) throws MalformedBatchException {
    var decoder = new ArrayEventDecoder(elements);
    String tag = decoder.field(0, "tag").text();
    return switch (tag) {
      case EventTags.BLOCK_STORED -> decoder.stored();
      case EventTags.BLOCK_REMOVED -> decoder.removed();
      case EventTags.ALL_BLOCKS_CLEARED ->
          new AllBlocksCleared(
              decoder.field(1, EventKeys.OWNERSHIP).optionalText().map(Ownership::new));
      case EventTags.IGNORED -> new Ignored();
      default -> throw EventTags.unknown(tag);
    };
  }

  private BlockStored stored() throws MalformedBatchException {
    if (elements.size() < STORED_REQUIRED) {
      throw new MalformedBatchException("BlockStored of " + elements.size() + " elements");
    }
    if (!field(5, EventKeys.LORA_ID).isNil()) {
      field(5, EventKeys.LORA_ID).unsigned64();
    }
    TailDecoder.Tail tail = tail(STORED_TAIL, true);
    ContentKeys content = loraNameOrMetadata();
    return new BlockStored(
        field(1, EventKeys.BLOCK_HASHES).hashes(),
        field(2, EventKeys.PARENT_BLOCK_HASH).optionalHash(),
        field(3, EventKeys.TOKEN_IDS).tokenIds(),
        field(4, EventKeys.BLOCK_SIZE).unsigned64(),
        field(6, EventKeys.MEDIUM).textOrEmpty(),
        new ContentKeys(
            content.loraName(),
            content.cacheSalt(),
            ExtraKeysDecoder.decode(field(8, EventKeys.EXTRA_KEYS)),
            tail.mmInfos()),
        tail.fields(),
        Optional.empty());
  }

  /** A text is the adapter; a map is SGLang's, with a salt in it that may be empty, so none. */
  private ContentKeys loraNameOrMetadata() throws MalformedBatchException {
    WireField slot = field(7, EventKeys.LORA_NAME);
    if (!(slot.value() instanceof Mapping(var entries))) {
      return ContentKeys.NONE.withLoraName(slot.textOrEmpty());
    }
    String salt = new EventMap(entries).required(EventKeys.CACHE_SALT).text();
    return salt.isEmpty() ? ContentKeys.NONE : ContentKeys.NONE.withCacheSalt(salt);
  }

  private BlockRemoved removed() throws MalformedBatchException {
    if (elements.size() < 2) {
      throw new MalformedBatchException("BlockRemoved without block_hashes");
    }
    return new BlockRemoved(
        field(1, EventKeys.BLOCK_HASHES).hashes(),
        field(2, EventKeys.MEDIUM).textOrEmpty(),
        tail(REMOVED_TAIL, false).fields());
  }

  private TailDecoder.Tail tail(int start, boolean mayHaveMmInfos) {
    return TailDecoder.decode(
        elements.subList(Math.min(start, elements.size()), elements.size()), mayHaveMmInfos);
  }

  private WireField field(int index, String name) {
    return new WireField(name, index < elements.size() ? elements.get(index) : MsgpackValue.nil());
  }
}
