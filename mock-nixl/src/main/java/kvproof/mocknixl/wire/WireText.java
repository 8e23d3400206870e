package kvproof.mocknixl.wire;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Text with its length in front, and what is made of it. */
final class WireText {
  static final int MOST_BYTES = 0xffff;

  private WireText() {}

  static void write(String text, ByteBuf out) {
    ByteBuffer bytes = Peer.utf8(text);
    if (bytes.remaining() > MOST_BYTES) {
      throw new IllegalArgumentException("text of " + bytes.remaining() + " bytes is too long");
    }
    out.writeShort(bytes.remaining()).writeBytes(bytes);
  }

  /** Broken UTF-8 is {@link IllegalArgumentException}: it would not go out as it came in. */
  static String read(ByteBuf in) {
    ByteBuf bytes = in.readSlice(in.readUnsignedShort());
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.nioBuffer()).toString();
    } catch (CharacterCodingException broken) {
      throw new IllegalArgumentException("not UTF-8", broken);
    }
  }

  static void writePeer(Peer peer, ByteBuf out) {
    write(peer.name(), out);
    out.writeLong(peer.incarnation().getMostSignificantBits());
    out.writeLong(peer.incarnation().getLeastSignificantBits());
  }

  static Peer readPeer(ByteBuf in) {
    return new Peer(read(in), new UUID(in.readLong(), in.readLong()));
  }
}
