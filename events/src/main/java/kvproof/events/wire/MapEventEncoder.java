package kvproof.events.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Entry;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.msgpack.MsgpackValue.Nil;
import kvproof.events.msgpack.MsgpackValue.Text;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;

/** Writes one event in map form: required keys, the parent even if nil, then what is present. */
final class MapEventEncoder {
  private final EventStyle style;
  private final List<Entry> entries = new ArrayList<>();

  private MapEventEncoder(EventStyle style) {
    this.style = style;
  }

  static MsgpackValue encode(EngineEvent event, EventStyle style) {
    var encoder = new MapEventEncoder(style);
    String tag =
        switch (event) {
          case BlockStored stored -> encoder.stored(stored);
          case BlockRemoved removed -> encoder.removed(removed);
          case AllBlocksCleared(var ownership) -> encoder.cleared(ownership);
          case Ignored _ -> EventTags.IGNORED;
        };
    for (int i = 0; i < style.surplus(); i++) {
      encoder.entries.add(MsgpackValue.entry("surplus_" + i, MsgpackValue.unsigned(1)));
    }
    encoder.entries.add(
        Math.min(style.typePosition(), encoder.entries.size()),
        MsgpackValue.entry(EventKeys.TYPE, new Text(tag)));
    return new Mapping(encoder.entries);
  }

  private String stored(BlockStored stored) {
    ContentKeys content = stored.content();
    add(EventKeys.BLOCK_HASHES, WireValues.hashes(stored.blockHashes(), style.blockHashes()));
    add(
        EventKeys.PARENT_BLOCK_HASH,
        stored.parentBlockHash().isPresent()
            ? WireValues.hash(stored.parentBlockHash().getAsLong(), style.parentHash())
            : MsgpackValue.nil());
    add(EventKeys.TOKEN_IDS, WireValues.tokenIds(stored.tokenIds()));
    add(EventKeys.BLOCK_SIZE, MsgpackValue.unsigned(stored.blockSize()));
    addPresent(EventKeys.MEDIUM, WireValues.textOrNil(stored.medium()));
    addPresent(EventKeys.LORA_NAME, WireValues.textOrNil(content.loraName()));
    addPresent(EventKeys.CACHE_SALT, WireValues.textOrNil(content.cacheSalt()));
    content.extraKeys().ifPresent(keys -> add(EventKeys.EXTRA_KEYS, WireValues.extraKeys(keys)));
    content
        .blockMmInfos()
        .ifPresent(infos -> add(EventKeys.BLOCK_MM_INFOS, WireValues.mmInfos(infos, style.mm())));
    tail(stored.tail());
    addPresent(EventKeys.SESSION_ID, WireValues.textOrNil(stored.sessionId()));
    return EventTags.BLOCK_STORED;
  }

  private String removed(BlockRemoved removed) {
    add(EventKeys.BLOCK_HASHES, WireValues.hashes(removed.blockHashes(), style.blockHashes()));
    addPresent(EventKeys.MEDIUM, WireValues.textOrNil(removed.medium()));
    tail(removed.tail());
    return EventTags.BLOCK_REMOVED;
  }

  private String cleared(Optional<Ownership> ownership) {
    addPresent(EventKeys.OWNERSHIP, WireValues.textOrNil(ownership.map(Ownership::wireName)));
    return EventTags.ALL_BLOCKS_CLEARED;
  }

  private void tail(EventTail tail) {
    addPresent(EventKeys.GROUP_IDX, WireValues.unsigned32OrNil(tail.groupIdx()));
    addPresent(EventKeys.KIND, WireValues.textOrNil(tail.kind().map(AttentionKind::wireName)));
    addPresent(EventKeys.SLIDING_WINDOW, WireValues.unsigned32OrNil(tail.slidingWindow()));
    addPresent(EventKeys.LOCALITY, WireValues.textOrNil(tail.locality().map(Locality::wireName)));
    addPresent(
        EventKeys.OWNERSHIP, WireValues.textOrNil(tail.ownership().map(Ownership::wireName)));
  }

  private void add(String key, MsgpackValue value) {
    entries.add(MsgpackValue.entry(key, value));
  }

  private void addPresent(String key, MsgpackValue value) {
    if (!(value instanceof Nil)) {
      add(key, value);
    }
  }
}
