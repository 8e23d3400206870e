package kvproof.events.wire;

import java.util.ArrayList;
import java.util.List;
import kvproof.events.MalformedBatchException;
import kvproof.events.msgpack.MsgpackReader;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.NotMsgpackException;

/** Reads a batch: an array of exactly timestamp, events, rank. */
final class BatchDecoder {
  private static final int ELEMENTS = 3;

  private BatchDecoder() {}

  static EngineBatch decode(byte[] payload) throws MalformedBatchException {
    List<MsgpackValue> elements = new WireField("batch", value(payload)).items();
    if (elements.size() != ELEMENTS) {
      throw new MalformedBatchException("batch of " + elements.size() + " elements, expected 3");
    }
    List<EngineEvent> events = new ArrayList<>();
    for (MsgpackValue event : new WireField("events", elements.get(1)).items()) {
      events.add(event(event));
    }
    return new EngineBatch(
        new WireField("timestamp", elements.get(0)).number(),
        events,
        new WireField("rank", elements.get(2)).optionalSigned32());
  }

  private static MsgpackValue value(byte[] payload) throws MalformedBatchException {
    try {
      return MsgpackReader.first(payload);
    } catch (NotMsgpackException notMsgpack) {
      throw new MalformedBatchException("batch: " + notMsgpack.getMessage(), notMsgpack);
    }
  }

  private static EngineEvent event(MsgpackValue value) throws MalformedBatchException {
    return switch (value) {
      case Sequence(var elements) -> ArrayEventDecoder.decode(elements);
      case Mapping(var entries) -> MapEventDecoder.decode(entries);
      case MsgpackValue.Nil _,
          MsgpackValue.Bool _,
          MsgpackValue.Int _,
          MsgpackValue.Real _,
          MsgpackValue.Text _,
          MsgpackValue.Opaque _ ->
          throw new WireField("event", value).not("an array or a map");
    };
  }
}
