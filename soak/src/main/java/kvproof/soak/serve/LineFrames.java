package kvproof.soak.serve;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts what comes over a connection into {@link Line}s, without ever holding one that is longer
 * than allowed.
 *
 * <p>A line ends with a line feed or with the peer's side of the connection. On the channel's own
 * thread.
 */
final class LineFrames extends ByteToMessageDecoder {

  /** One line without its line feed. */
  static final class Line {
    private final byte[] bytes;
    private final boolean isTooLong;

    private Line(byte[] bytes, boolean isTooLong) {
      this.bytes = bytes;
      this.isTooLong = isTooLong;
    }

    /** Its beginning, as much as is allowed, if it is too long; must stay as they are. */
    byte[] bytes() {
      return bytes;
    }

    boolean isTooLong() {
      return isTooLong;
    }
  }

  private final int longest;
  private int searched; // bytes behind the reader index that are no line feed
  private byte[] beginning = {}; // of a line that is too long

  LineFrames(int longest) {
    this.longest = longest;
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    int lineFeed = in.indexOf(in.readerIndex() + searched, in.writerIndex(), (byte) '\n');
    if (lineFeed >= 0) {
      out.add(line(in, lineFeed - in.readerIndex()));
      in.skipBytes(1);
      return;
    }
    searched = in.readableBytes();
    if (searched > longest) {
      keepBeginning(in, searched);
    }
  }

  /** The connection has ended: what is left is a line. */
  @Override
  protected void decodeLast(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (in.isReadable() || beginning.length > 0) {
      out.add(line(in, in.readableBytes()));
    }
  }

  private Line line(ByteBuf in, int length) {
    boolean isTooLong = beginning.length > 0 || length > longest;
    if (isTooLong) {
      keepBeginning(in, length);
    }
    byte[] bytes = isTooLong ? beginning : ByteBufUtil.getBytes(in, in.readerIndex(), length);
    in.skipBytes(isTooLong ? 0 : length);
    beginning = new byte[] {};
    searched = 0;
    return new Line(bytes, isTooLong);
  }

  private void keepBeginning(ByteBuf in, int length) {
    if (beginning.length == 0) {
      beginning = ByteBufUtil.getBytes(in, in.readerIndex(), longest);
    }
    in.skipBytes(length);
    searched = 0;
  }
}
