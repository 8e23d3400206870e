package kvproof.events.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import kvproof.events.MalformedBatchException;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackWriter;

/** Payloads from lists, maps, texts and numbers, as they stand on the wire. */
final class Payloads {
  private Payloads() {}

  /** A batch of rank 0. */
  static EngineBatch batch(Object... events) throws MalformedBatchException {
    return batchOf(0, events);
  }

  static EngineBatch batchOf(Integer dpRank, Object... events) throws MalformedBatchException {
    return KvEventCodec.decode(payload(dpRank, events));
  }

  static byte[] payload(Integer dpRank, Object... events) {
    return MsgpackWriter.bytes(value(Arrays.asList(1.5, Arrays.asList(events), dpRank)));
  }

  /** An event as an array; null is nil. */
  static List<Object> array(Object... elements) {
    return Arrays.asList(elements);
  }

  /** A store of one block, with what stands behind the block size. */
  static List<Object> stored(int hash, Integer parent, List<Integer> tokens, Object... rest) {
    List<Object> elements =
        new ArrayList<>(array("BlockStored", List.of(hash), parent, tokens, tokens.size()));
    elements.addAll(Arrays.asList(rest));
    return elements;
  }

  static List<Object> removed(int hash, Object... rest) {
    List<Object> elements = new ArrayList<>(array("BlockRemoved", List.of(hash)));
    elements.addAll(Arrays.asList(rest));
    return elements;
  }

  static List<Integer> tokens(int first, int last) {
    return IntStream.rangeClosed(first, last).boxed().toList();
  }

  static MsgpackValue value(Object object) {
    return switch (object) {
      case null -> MsgpackValue.nil();
      case Boolean truth -> new MsgpackValue.Bool(truth);
      case Integer number -> MsgpackValue.signed(number);
      case Long number -> MsgpackValue.signed(number);
      case Double number -> new MsgpackValue.Real(number);
      case String text -> new MsgpackValue.Text(text);
      case List<?> items -> new MsgpackValue.Sequence(items.stream().map(Payloads::value).toList());
      case Map<?, ?> entries ->
          new MsgpackValue.Mapping(
              entries.entrySet().stream()
                  .sorted(
                      Map.Entry.comparingByKey(
                          (left, right) -> left.toString().compareTo(right.toString())))
                  .map(
                      entry ->
                          MsgpackValue.entry(entry.getKey().toString(), value(entry.getValue())))
                  .toList());
      default -> throw new IllegalArgumentException("not on the wire: " + object);
    };
  }
}
