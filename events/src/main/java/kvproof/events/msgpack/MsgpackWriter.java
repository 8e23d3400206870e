package kvproof.events.msgpack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import kvproof.events.msgpack.MsgpackValue.Bool;
import kvproof.events.msgpack.MsgpackValue.Entry;
import kvproof.events.msgpack.MsgpackValue.Int;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.msgpack.MsgpackValue.Nil;
import kvproof.events.msgpack.MsgpackValue.Opaque;
import kvproof.events.msgpack.MsgpackValue.Real;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/** Writes values in the shortest form of each; floats take 64 bits, text is never bin. */
public final class MsgpackWriter {
  private MsgpackWriter() {}

  /** Throws {@link IllegalArgumentException} for what has no bytes: opaque, half a surrogate. */
  public static byte[] bytes(MsgpackValue value) {
    try (MessageBufferPacker out = MessagePack.newDefaultBufferPacker()) {
      write(value, out);
      return out.toByteArray();
    } catch (IOException impossible) {
      throw new AssertionError("memory that cannot be written", impossible);
    }
  }

  private static void write(MsgpackValue value, MessageBufferPacker out) throws IOException {
    switch (value) {
      case Nil _ -> out.packNil();
      case Bool(boolean truth) -> out.packBoolean(truth);
      case Int number -> write(number, out);
      case Real(double number) -> out.packDouble(number);
      case Text(String text) -> out.packString(encodable(text));
      case Opaque _ -> throw new IllegalArgumentException("an opaque value has no bytes");
      case Sequence(var items) -> {
        out.packArrayHeader(items.size());
        for (MsgpackValue item : items) {
          write(item, out);
        }
      }
      case Mapping(var entries) -> {
        out.packMapHeader(entries.size());
        for (Entry entry : entries) {
          write(entry.key(), out);
          write(entry.value(), out);
        }
      }
    }
  }

  private static void write(Int number, MessageBufferPacker out) throws IOException {
    if (number.isAboveSigned()) {
      out.packBigInteger(number.value());
    } else {
      out.packLong(number.bits());
    }
  }

  /** The library would write a question mark. */
  private static String encodable(String text) {
    if (!UTF_8.newEncoder().canEncode(text)) {
      throw new IllegalArgumentException("half a surrogate pair in '" + text + "'");
    }
    return text;
  }
}
