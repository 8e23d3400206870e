package kvproof.mocknixl.wire;

import io.netty.buffer.ByteBuf;
import java.util.Optional;
import kvproof.mocknixl.wire.WireMessage.Data;
import kvproof.mocknixl.wire.WireMessage.Done;
import kvproof.mocknixl.wire.WireMessage.Failed;
import kvproof.mocknixl.wire.WireMessage.Goodbye;
import kvproof.mocknixl.wire.WireMessage.Hello;
import kvproof.mocknixl.wire.WireMessage.Notify;
import kvproof.mocknixl.wire.WireMessage.Read;
import kvproof.mocknixl.wire.WireMessage.Reason;
import kvproof.mocknixl.wire.WireMessage.Sync;
import kvproof.mocknixl.wire.WireMessage.Welcome;
import kvproof.mocknixl.wire.WireMessage.Write;
import kvproof.model.transfer.TransferException.Category;

/**
 * Frames to and from bytes; a payload stays where it is, behind the head that is read and written
 * here.
 *
 * <p>All numbers are big-endian, all text is UTF-8 with its length in front (u16):
 *
 * <pre>
 *   bytes  frame
 *   4      length of what follows, 9 .. 1_048_640
 *   1      type
 *   8      request; 0 where it means nothing
 *   n      body
 *
 *   type      sent by  body
 *   1 HELLO   opener   4 "KVPN", 2 version, then for opener and wanted: 2+n name, 16 incarnation
 *   2 WELCOME owner    -
 *   3 GOODBYE owner    1 reason, 2+n text
 *   4 WRITE   opener   1 kind (0 DRAM, 1 VRAM), 8 device, 8 address, 4 size, size bytes of payload
 *   5 READ    opener   1 kind, 8 device, 8 address, 4 size
 *   6 DATA    owner    8 address, 4 size, size bytes of payload
 *   7 SYNC    opener   -
 *   8 DONE    owner    -
 *   9 FAILED  owner    1 category (1 NOT_FOUND, 2 BACKEND), 2+n text
 *   10 NOTIFY opener   4 size, size bytes of payload
 * </pre>
 *
 * <p>Sizes run from 1 byte to 1 MiB, of a NOTIFY from 0. Any other length, type, code or size is
 * {@link WireException}.
 */
public final class FrameCodec {
  static final int LEAST_LENGTH = 9;
  static final int MOST_LENGTH = (1 << 20) + 64;

  private static final int MAGIC = 0x4b56504e;
  private static final int LENGTH_BYTES = 4;
  private static final int EXTENT_BYTES = 21;
  private static final int DATA_BYTES = 12;
  private static final int NOTIFY_BYTES = 4;

  private FrameCodec() {}

  /** Appends the head of a frame; its {@link WireMessage#payloadBytes} must follow. */
  public static void write(WireMessage message, ByteBuf out) {
    int start = out.writerIndex();
    out.writeInt(0).writeByte(type(message)).writeLong(request(message));
    switch (message) {
      case Hello(Peer opener, Peer wanted) -> {
        out.writeInt(MAGIC).writeShort(WireMessage.VERSION);
        WireText.writePeer(opener, out);
        WireText.writePeer(wanted, out);
      }
      case Goodbye(Reason reason, String text) ->
          WireText.write(text, out.writeByte(reason.ordinal() + 1));
      case Write(_, Extent destination) -> writeExtent(destination, out);
      case Read(_, Extent source) -> writeExtent(source, out);
      case Data(_, long address, int sizeBytes) -> out.writeLong(address).writeInt(sizeBytes);
      case Failed(_, Category category, String text) ->
          WireText.write(text, out.writeByte(category == Category.NOT_FOUND ? 1 : 2));
      case Notify(_, int sizeBytes) -> out.writeInt(sizeBytes);
      case Welcome(), Sync(_), Done(_) -> {}
    }
    int headBytes = out.writerIndex() - start - LENGTH_BYTES;
    out.setInt(start, headBytes + message.payloadBytes());
  }

  private static void writeExtent(Extent extent, ByteBuf out) {
    out.writeByte(MemoryCode.of(extent.kind())).writeLong(extent.deviceId());
    out.writeLong(extent.address()).writeInt(extent.sizeBytes());
  }

  private static int type(WireMessage message) {
    return switch (message) {
      case Hello(_, _) -> 1;
      case Welcome() -> 2;
      case Goodbye(_, _) -> 3;
      case Write(_, _) -> 4;
      case Read(_, _) -> 5;
      case Data(_, _, _) -> 6;
      case Sync(_) -> 7;
      case Done(_) -> 8;
      case Failed(_, _, _) -> 9;
      case Notify(_, _) -> 10;
    };
  }

  private static long request(WireMessage message) {
    return switch (message) {
      case Hello(_, _), Welcome(), Goodbye(_, _) -> 0;
      case Write(long request, _) -> request;
      case Read(long request, _) -> request;
      case Data(long request, _, _) -> request;
      case Sync(long request) -> request;
      case Done(long request) -> request;
      case Failed(long request, _, _) -> request;
      case Notify(long request, _) -> request;
    };
  }

  /**
   * Takes the head of one frame, and nothing of its payload; nothing at all if it has not arrived
   * as a whole. A length or a type that cannot be is refused as soon as it is seen.
   */
  public static Optional<WireMessage> read(ByteBuf in) {
    if (in.readableBytes() < LENGTH_BYTES) {
      return Optional.empty();
    }
    long length = in.getUnsignedInt(in.readerIndex());
    if (length < LEAST_LENGTH || length > MOST_LENGTH) {
      throw WireException.malformed("no frame has " + length + " bytes");
    }
    if (in.readableBytes() == LENGTH_BYTES) {
      return Optional.empty();
    }
    int type = in.getUnsignedByte(in.readerIndex() + LENGTH_BYTES);
    int headBytes = headBytes(type, (int) length);
    if (headBytes > length) {
      throw WireException.malformed("a frame of type " + type + " has not " + length + " bytes");
    }
    if (in.readableBytes() < LENGTH_BYTES + headBytes) {
      return Optional.empty();
    }
    WireMessage message = body(in.skipBytes(LENGTH_BYTES).readSlice(headBytes));
    if (headBytes + message.payloadBytes() != length) {
      throw WireException.malformed(length + " bytes are not those of " + message);
    }
    return Optional.of(message);
  }

  /** Type, request and all of the body but the payload. */
  private static int headBytes(int type, int length) {
    return switch (type) {
      case 1, 3, 9 -> Math.min(length, LEAST_LENGTH + WireText.MOST_BYTES + EXTENT_BYTES);
      case 2, 7, 8 -> LEAST_LENGTH;
      case 4, 5 -> LEAST_LENGTH + EXTENT_BYTES;
      case 6 -> LEAST_LENGTH + DATA_BYTES;
      case 10 -> LEAST_LENGTH + NOTIFY_BYTES;
      default -> throw WireException.malformed("no frame is of type " + type);
    };
  }

  private static WireMessage body(ByteBuf in) {
    int type = in.readUnsignedByte();
    long request = in.readLong();
    WireMessage message;
    try {
      message = body(type, request, in);
    } catch (IllegalArgumentException | IndexOutOfBoundsException broken) {
      throw WireException.malformed(
          "a frame of type " + type + " is broken: " + broken.getMessage());
    }
    if (in.isReadable()) {
      throw WireException.malformed(in.readableBytes() + " bytes too many in " + message);
    }
    return message;
  }

  private static WireMessage body(int type, long request, ByteBuf in) {
    return switch (type) {
      case 1 -> readHello(in);
      case 2 -> new Welcome();
      case 3 -> new Goodbye(readReason(in), WireText.read(in));
      case 4 -> new Write(request, readExtent(in));
      case 5 -> new Read(request, readExtent(in));
      case 6 -> new Data(request, in.readLong(), in.readInt());
      case 7 -> new Sync(request);
      case 8 -> new Done(request);
      case 9 -> new Failed(request, readCategory(in), WireText.read(in));
      case 10 -> new Notify(request, in.readInt());
      default -> throw new IllegalArgumentException("unknown");
    };
  }

  private static Hello readHello(ByteBuf in) {
    if (in.readInt() != MAGIC) {
      throw WireException.malformed("the first frame is of another protocol");
    }
    int version = in.readUnsignedShort();
    if (version != WireMessage.VERSION) {
      throw new WireException(Reason.VERSION, "version " + version + " is not spoken here, 1 is");
    }
    return new Hello(WireText.readPeer(in), WireText.readPeer(in));
  }

  private static Reason readReason(ByteBuf in) {
    int code = in.readUnsignedByte();
    if (code < 1 || code > Reason.values().length) {
      throw new IllegalArgumentException("no reason has the number " + code);
    }
    return Reason.values()[code - 1];
  }

  private static Category readCategory(ByteBuf in) {
    int code = in.readUnsignedByte();
    return switch (code) {
      case 1 -> Category.NOT_FOUND;
      case 2 -> Category.BACKEND;
      default -> throw new IllegalArgumentException("no category has the number " + code);
    };
  }

  private static Extent readExtent(ByteBuf in) {
    return new Extent(
        MemoryCode.kind(in.readUnsignedByte()), in.readLong(), in.readLong(), in.readInt());
  }
}
