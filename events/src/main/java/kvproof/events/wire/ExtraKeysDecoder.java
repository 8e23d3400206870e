package kvproof.events.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.events.MalformedBatchException;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Bool;
import kvproof.events.msgpack.MsgpackValue.Int;
import kvproof.events.msgpack.MsgpackValue.Real;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;

/** Reads extra keys; one item that is none of the known forms spoils the batch. */
final class ExtraKeysDecoder {
  private static final int UNSIGNED_BYTE = 0xff;

  private ExtraKeysDecoder() {}

  static Optional<ExtraKeys> decode(WireField field) throws MalformedBatchException {
    if (field.isNil()) {
      return Optional.empty();
    }
    List<List<ExtraKey>> perBlock = new ArrayList<>();
    for (MsgpackValue entry : field.items()) {
      var block = new WireField("extra_keys of a block", entry);
      perBlock.add(block.isNil() ? List.of() : keys(block));
    }
    return Optional.of(new ExtraKeys(perBlock));
  }

  private static List<ExtraKey> keys(WireField block) throws MalformedBatchException {
    List<ExtraKey> keys = new ArrayList<>();
    for (MsgpackValue item : block.items()) {
      keys.add(key(new WireField("extra key", item)));
    }
    return keys;
  }

  private static ExtraKey key(WireField item) throws MalformedBatchException {
    return switch (item.value()) {
      case Text(String text) -> new ExtraKey.Text(text);
      case Int number -> new ExtraKey.Whole(number.value());
      case Real(double real) -> new ExtraKey.Real(real);
      case Bool(boolean flag) -> new ExtraKey.Flag(flag);
      case Sequence(var parts) -> compound(item, parts);
      case MsgpackValue.Nil _, MsgpackValue.Mapping _, MsgpackValue.Opaque _ ->
          throw item.not("a text, a number, a boolean or an array");
    };
  }

  private static ExtraKey compound(WireField item, List<MsgpackValue> parts)
      throws MalformedBatchException {
    if (parts.size() == 2
        && parts.getFirst() instanceof Text(String text)
        && parts.getLast() instanceof Int offset) {
      return new ExtraKey.TextAtOffset(text, offset.value());
    }
    List<Integer> bytes = new ArrayList<>();
    for (MsgpackValue part : parts) {
      if (!(part instanceof Int number)
          || !number.isUnsigned32()
          || (number.bits() & ~UNSIGNED_BYTE) != 0) {
        throw item.not("bytes, or a text and an integer");
      }
      bytes.add((int) number.bits());
    }
    return new ExtraKey.ByteList(bytes);
  }
}
