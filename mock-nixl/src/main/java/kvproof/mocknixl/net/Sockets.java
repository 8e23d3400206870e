package kvproof.mocknixl.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.util.function.Supplier;
import kvproof.mocknixl.wire.FrameDecoder;

/** How connections are set up, on either end. */
final class Sockets {
  /**
   * A channel that has this much unsent takes no further frame; with the last one, of at most 1
   * MiB, 4 MiB are never exceeded.
   */
  static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(1 << 20, (3 << 20) - 256);

  private static final int READ_BYTES = 256 << 10;

  private static final int CONNECT_PATIENCE_MILLIS = 10_000;

  private Sockets() {}

  /** What opens connections, each served by a handler of its own behind the frames. */
  static Bootstrap opening(EventLoop loop, Supplier<ChannelHandler> handler) {
    return new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_PATIENCE_MILLIS)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
        .option(ChannelOption.RECVBUF_ALLOCATOR, reads())
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel made) {
                made.pipeline().addLast(FrameDecoder.forOpener(), handler.get());
              }
            });
  }

  static RecvByteBufAllocator reads() {
    return new FixedRecvByteBufAllocator(READ_BYTES);
  }
}
