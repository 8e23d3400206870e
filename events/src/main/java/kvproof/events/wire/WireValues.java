package kvproof.events.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.wire.EventStyle.HashForm;
import kvproof.events.wire.EventStyle.MmLayout;
import kvproof.model.BlockHashes;
import kvproof.model.identity.Tokens;

/** What the fields of an event look like on the wire. */
final class WireValues {
  private WireValues() {}

  static MsgpackValue textOrNil(String text) {
    return text.isEmpty() ? MsgpackValue.nil() : new Text(text);
  }

  static MsgpackValue textOrNil(Optional<String> text) {
    return text.<MsgpackValue>map(Text::new).orElse(MsgpackValue.nil());
  }

  static MsgpackValue unsigned32OrNil(OptionalInt bits) {
    return bits.isPresent() ? unsigned32(bits.getAsInt()) : MsgpackValue.nil();
  }

  private static MsgpackValue unsigned32(int bits) {
    return MsgpackValue.unsigned(Integer.toUnsignedLong(bits));
  }

  static MsgpackValue hash(long bits, HashForm form) {
    return switch (form) {
      case UNSIGNED -> MsgpackValue.unsigned(bits);
      case SIGNED -> MsgpackValue.signed(bits);
    };
  }

  static MsgpackValue hashes(BlockHashes hashes, HashForm form) {
    return new Sequence(hashes.stream().mapToObj(bits -> hash(bits, form)).toList());
  }

  /** Bigram tokens as the pairs of neighbours. */
  static MsgpackValue tokenIds(TokenIds tokenIds) {
    Tokens tokens = tokenIds.tokens();
    if (!tokenIds.isBigram()) {
      return new Sequence(
          IntStream.range(0, tokens.size()).mapToObj(i -> unsigned32(tokens.at(i))).toList());
    }
    List<MsgpackValue> pairs = new ArrayList<>();
    for (int i = 1; i < tokens.size(); i++) {
      pairs.add(new Sequence(List.of(unsigned32(tokens.at(i - 1)), unsigned32(tokens.at(i)))));
    }
    return new Sequence(pairs);
  }

  /** A block without keys is nil. */
  static MsgpackValue extraKeys(ExtraKeys keys) {
    return new Sequence(
        keys.perBlock().stream()
            .map(
                block ->
                    block.isEmpty()
                        ? MsgpackValue.nil()
                        : new Sequence(block.stream().map(WireValues::extraKey).toList()))
            .toList());
  }

  private static MsgpackValue extraKey(ExtraKey key) {
    return switch (key) {
      case ExtraKey.Text(String text) -> new Text(text);
      case ExtraKey.TextAtOffset(String text, var offset) ->
          new Sequence(List.of(new Text(text), MsgpackValue.integer(offset)));
      case ExtraKey.Whole(var value) -> MsgpackValue.integer(value);
      case ExtraKey.Real(double value) -> new MsgpackValue.Real(value);
      case ExtraKey.Flag(boolean value) -> new MsgpackValue.Bool(value);
      case ExtraKey.ByteList(var bytes) ->
          new Sequence(bytes.stream().map(WireValues::unsigned32).toList());
    };
  }

  /** A block without objects is nil. */
  static MsgpackValue mmInfos(List<List<MmObjectInfo>> infos, MmLayout layout) {
    return new Sequence(
        infos.stream()
            .map(objects -> objects.isEmpty() ? MsgpackValue.nil() : mmInfo(objects, layout))
            .toList());
  }

  private static MsgpackValue mmInfo(List<MmObjectInfo> objects, MmLayout layout) {
    var values = new Sequence(objects.stream().map(object -> mmObject(object, layout)).toList());
    return switch (layout) {
      case POSITIONAL -> new Sequence(List.of(values));
      case NAMED -> new Mapping(List.of(MsgpackValue.entry("mm_objects", values)));
    };
  }

  private static MsgpackValue mmObject(MmObjectInfo object, MmLayout layout) {
    MsgpackValue hash = MsgpackValue.unsigned(object.mmHash());
    var offsets =
        new Sequence(
            object.offsets().stream()
                .<MsgpackValue>map(
                    range ->
                        new Sequence(
                            List.of(
                                MsgpackValue.unsigned(range.start()),
                                MsgpackValue.unsigned(range.end()))))
                .toList());
    return switch (layout) {
      case POSITIONAL -> new Sequence(List.of(hash, offsets));
      case NAMED ->
          new Mapping(
              List.of(MsgpackValue.entry("mm_hash", hash), MsgpackValue.entry("offsets", offsets)));
    };
  }
}
