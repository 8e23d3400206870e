package kvproof.mocknixl.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import kvproof.mocknixl.wire.FrameCodec;
import kvproof.mocknixl.wire.WireMessage;

/** One end of a connection, in blocking calls, for a test that says each frame itself. */
final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket;
  private final DataInputStream in;

  RawConnection(Socket socket) throws IOException {
    this.socket = socket;
    socket.setSoTimeout(PATIENCE_MILLIS);
    in = new DataInputStream(socket.getInputStream());
  }

  static RawConnection to(int port) throws IOException {
    return new RawConnection(new Socket(InetAddress.getLoopbackAddress(), port));
  }

  RawConnection send(WireMessage message, byte... payload) throws IOException {
    ByteBuf head = Unpooled.buffer();
    FrameCodec.write(message, head);
    return sendBytes(ByteBufUtil.getBytes(head)).sendBytes(payload);
  }

  RawConnection sendBytes(byte... bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    return this;
  }

  /** The next frame; its payload is to be taken with {@link #payload}. */
  WireMessage next() throws IOException {
    ByteBuf bytes = Unpooled.buffer();
    for (int most = 0; most < 1_000; most++) {
      var message = FrameCodec.read(bytes);
      if (message.isPresent()) {
        return message.get();
      }
      bytes.writeByte(in.readByte());
    }
    throw new AssertionError("no frame in " + ByteBufUtil.hexDump(bytes));
  }

  byte[] payload(int sizeBytes) throws IOException {
    return in.readNBytes(sizeBytes);
  }

  /** The other end has closed, and nothing more comes. */
  boolean isAtEnd() {
    try {
      return in.read() < 0;
    } catch (IOException reset) {
      return true;
    }
  }

  /** Closes with a reset, as a process that is killed with bytes unread. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException unlikely) {
      throw new UncheckedIOException(unlikely);
    }
  }
}
