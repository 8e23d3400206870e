package kvproof.events.wire;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.msgpack.MsgpackValue.Nil;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;
import kvproof.events.wire.EventStyle.TailLayout;

/** Writes one event in array form; the layout is that of {@link ArrayEventDecoder}. */
final class ArrayEventEncoder {
  private final EventStyle style;
  private final List<MsgpackValue> elements = new ArrayList<>();

  private ArrayEventEncoder(EventStyle style) {
    this.style = style;
  }

  static MsgpackValue encode(EngineEvent event, EventStyle style) {
    var encoder = new ArrayEventEncoder(style);
    switch (event) {
      case BlockStored stored -> encoder.stored(stored);
      case BlockRemoved removed -> encoder.removed(removed);
      case AllBlocksCleared(var ownership) -> encoder.cleared(ownership);
      case Ignored _ -> encoder.add(EventTags.IGNORED);
    }
    encoder.elements.addAll(
        Collections.nCopies(style.surplus(), (MsgpackValue) MsgpackValue.unsigned(1)));
    return new Sequence(encoder.elements);
  }

  private void stored(BlockStored stored) {
    ContentKeys content = stored.content();
    add(EventTags.BLOCK_STORED);
    elements.add(WireValues.hashes(stored.blockHashes(), style.blockHashes()));
    elements.add(
        stored.parentBlockHash().isPresent()
            ? WireValues.hash(stored.parentBlockHash().getAsLong(), style.parentHash())
            : MsgpackValue.nil());
    elements.add(WireValues.tokenIds(stored.tokenIds()));
    elements.add(MsgpackValue.unsigned(stored.blockSize()));
    elements.add(MsgpackValue.nil()); // lora_id
    elements.add(WireValues.textOrNil(stored.medium()));
    elements.add(loraNameOrMetadata(content));

    List<MsgpackValue> tail = new ArrayList<>();
    content.blockMmInfos().ifPresent(infos -> tail.add(WireValues.mmInfos(infos, style.mm())));
    tail.addAll(tail(stored.tail(), style.layout(stored)));
    if (content.extraKeys().isPresent() || !tail.isEmpty()) {
      elements.add(content.extraKeys().map(WireValues::extraKeys).orElse(MsgpackValue.nil()));
      elements.addAll(tail);
    }
  }

  private static MsgpackValue loraNameOrMetadata(ContentKeys content) {
    return content
        .cacheSalt()
        .<MsgpackValue>map(
            salt -> new Mapping(List.of(MsgpackValue.entry(EventKeys.CACHE_SALT, new Text(salt)))))
        .orElseGet(() -> WireValues.textOrNil(content.loraName()));
  }

  private void removed(BlockRemoved removed) {
    List<MsgpackValue> tail = tail(removed.tail(), style.tail());
    add(EventTags.BLOCK_REMOVED);
    elements.add(WireValues.hashes(removed.blockHashes(), style.blockHashes()));
    if (!removed.medium().isEmpty() || !tail.isEmpty()) {
      elements.add(WireValues.textOrNil(removed.medium()));
      elements.addAll(tail);
    }
  }

  private void cleared(Optional<Ownership> ownership) {
    add(EventTags.ALL_BLOCKS_CLEARED);
    if (ownership.isPresent() || style.surplus() > 0) {
      elements.add(WireValues.textOrNil(ownership.map(Ownership::wireName)));
    }
  }

  /** A tail that says nothing is left out, unless surplus has to stand behind it. */
  private List<MsgpackValue> tail(EventTail fields, TailLayout layout) {
    List<MsgpackValue> places =
        List.of(
            WireValues.unsigned32OrNil(fields.groupIdx()),
            WireValues.textOrNil(fields.kind().map(AttentionKind::wireName)),
            WireValues.unsigned32OrNil(fields.slidingWindow()),
            WireValues.textOrNil(fields.locality().map(Locality::wireName)),
            WireValues.textOrNil(fields.ownership().map(Ownership::wireName)));
    List<MsgpackValue> present = places.stream().filter(place -> !(place instanceof Nil)).toList();
    return switch (layout) {
      case LEGACY -> present;
      case FIXED -> present.isEmpty() && style.surplus() == 0 ? List.of() : places;
    };
  }

  private void add(String text) {
    elements.add(new Text(text));
  }
}
