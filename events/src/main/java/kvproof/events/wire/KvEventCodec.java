package kvproof.events.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import kvproof.events.MalformedBatchException;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackWriter;
import kvproof.events.wire.EventStyle.Form;

/** Engine batches to and from bytes. */
public final class KvEventCodec {
  private KvEventCodec() {}

  /**
   * Reads the batch that a payload begins with; bytes behind it are not looked at.
   *
   * <p>Takes time and memory in proportion to the payload, whatever its bytes are, and throws
   * nothing but {@link MalformedBatchException}: one bad event spoils the batch.
   */
  public static EngineBatch decode(byte[] payload) throws MalformedBatchException {
    return BatchDecoder.decode(payload);
  }

  /** Reads what remains in the buffer, and leaves its position alone. */
  public static EngineBatch decode(ByteBuffer payload) throws MalformedBatchException {
    byte[] bytes = new byte[payload.remaining()];
    payload.get(payload.position(), bytes);
    return decode(bytes);
  }

  /** Writes every event in one style. */
  public static byte[] encode(EngineBatch batch, EventStyle style) {
    return encode(batch, Collections.nCopies(batch.events().size(), style));
  }

  /**
   * Writes event i in style i, every number in its shortest form.
   *
   * <p>Throws {@link IllegalArgumentException} where a style does not carry its event.
   */
  public static byte[] encode(EngineBatch batch, List<EventStyle> styles) {
    if (styles.size() != batch.events().size()) {
      throw new IllegalArgumentException(
          styles.size() + " styles for " + batch.events().size() + " events");
    }
    List<MsgpackValue> events = new ArrayList<>();
    for (int i = 0; i < styles.size(); i++) {
      events.add(encode(batch.events().get(i), styles.get(i)));
    }
    return MsgpackWriter.bytes(
        new Sequence(
            List.of(
                new MsgpackValue.Real(batch.timestamp()),
                new Sequence(events),
                batch.dpRank().isPresent()
                    ? MsgpackValue.signed(batch.dpRank().getAsInt())
                    : MsgpackValue.nil())));
  }

  private static MsgpackValue encode(EngineEvent event, EventStyle style) {
    if (!style.carries(event)) {
      throw new IllegalArgumentException(style + " does not carry " + event);
    }
    return style.form() == Form.ARRAY
        ? ArrayEventEncoder.encode(event, style)
        : MapEventEncoder.encode(event, style);
  }
}
