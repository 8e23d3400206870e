package kvproof.events.msgpack;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import kvproof.events.msgpack.MsgpackValue.Bool;
import kvproof.events.msgpack.MsgpackValue.Entry;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.msgpack.MsgpackValue.Opaque;
import kvproof.events.msgpack.MsgpackValue.Real;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;
import org.msgpack.core.MessageFormat;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessagePackException;
import org.msgpack.core.MessageUnpacker;

/** Reads one value from bytes that nobody vouches for. */
public final class MsgpackReader implements AutoCloseable {
  /*
   * The library's own trees reserve what a length field says, nest without limit and interpret
   * time stamps, so only its tokens are used.
   *
   * Every value takes a byte: the values still owed to open arrays and maps can never outnumber the
   * bytes left. Checking that when one opens keeps all reservations together within the length of
   * the input, however large the length fields are and however deep they are nested.
   */

  /** Arrays and maps inside each other; engines use about ten. */
  public static final int MAX_NESTING = 128;

  private final MessageUnpacker in;
  private final long sizeBytes;
  private final CharsetDecoder utf8 = UTF_8.newDecoder();
  private long owed = 1;

  private MsgpackReader(byte[] bytes) {
    this.in = MessagePack.newDefaultUnpacker(bytes);
    this.sizeBytes = bytes.length;
  }

  /** The value that the bytes begin with; what follows it is not looked at. */
  public static MsgpackValue first(byte[] bytes) throws NotMsgpackException {
    try (var reader = new MsgpackReader(bytes)) {
      return reader.value(0);
    } catch (MessagePackException | IOException malformed) {
      throw new NotMsgpackException(
          "no value in " + bytes.length + " bytes: " + malformed.getMessage(), malformed);
    }
  }

  private MsgpackValue value(int depth) throws IOException, NotMsgpackException {
    owed--;
    MessageFormat format = in.getNextFormat();
    return switch (format.getValueType()) {
      case NIL -> {
        in.unpackNil();
        yield MsgpackValue.nil();
      }
      case BOOLEAN -> new Bool(in.unpackBoolean());
      case INTEGER ->
          format == MessageFormat.UINT64
              ? MsgpackValue.unsigned(in.unpackBigInteger().longValue())
              : MsgpackValue.signed(in.unpackLong());
      case FLOAT -> new Real(in.unpackDouble());
      case STRING -> raw(in.unpackRawStringHeader());
      case BINARY -> raw(in.unpackBinaryHeader());
      case ARRAY -> array(in.unpackArrayHeader(), depth);
      case MAP -> map(in.unpackMapHeader(), depth);
      case EXTENSION -> {
        in.skipValue();
        yield new Opaque();
      }
    };
  }

  private MsgpackValue array(int size, int depth) throws IOException, NotMsgpackException {
    owe(size, depth);
    MsgpackValue[] items = new MsgpackValue[size];
    for (int i = 0; i < size; i++) {
      items[i] = value(depth + 1);
    }
    return new Sequence(unmodifiable(items));
  }

  private MsgpackValue map(int size, int depth) throws IOException, NotMsgpackException {
    owe(2L * size, depth);
    Entry[] entries = new Entry[size];
    for (int i = 0; i < size; i++) {
      MsgpackValue key = value(depth + 1);
      entries[i] = new Entry(key, value(depth + 1));
    }
    return new Mapping(unmodifiable(entries));
  }

  private static <T> List<T> unmodifiable(T[] values) {
    return Collections.unmodifiableList(Arrays.asList(values));
  }

  private void owe(long values, int depth) throws NotMsgpackException {
    owed += values;
    if (owed > bytesLeft()) {
      throw new NotMsgpackException(owed + " values announced, " + bytesLeft() + " bytes left");
    }
    if (depth == MAX_NESTING) {
      throw new NotMsgpackException("nested deeper than " + MAX_NESTING);
    }
  }

  private MsgpackValue raw(int length) throws IOException, NotMsgpackException {
    if (length > bytesLeft()) {
      throw new NotMsgpackException(length + " bytes announced, " + bytesLeft() + " left");
    }
    byte[] content = in.readPayload(length);
    try {
      return new Text(utf8.decode(ByteBuffer.wrap(content)).toString());
    } catch (CharacterCodingException notUtf8) {
      return new Opaque();
    }
  }

  private long bytesLeft() {
    return sizeBytes - in.getTotalReadBytes();
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
