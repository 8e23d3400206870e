package kvproof.mocknixl.throughput;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.net.InetSocketAddress;

/**
 * The far end of a plain connection: counts what comes, keeps nothing, and answers each round with
 * one byte.
 */
@SuppressWarnings("FutureReturnValueIgnored") // An answer that fails is missed at the other end.
final class PlainSink implements AutoCloseable {
  private static final int READ_BYTES = 256 << 10;

  private final EventLoopGroup loops = PlainConnection.loops();
  private final Channel server;

  /** Listens on the loopback address for rounds of so many bytes. */
  PlainSink(long roundBytes) {
    try {
      server =
          new ServerBootstrap()
              .group(loops)
              .channel(NioServerSocketChannel.class)
              .childOption(
                  ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
              .childOption(ChannelOption.TCP_NODELAY, true)
              .childHandler(
                  new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel made) {
                      made.pipeline().addLast(new Counting(roundBytes));
                    }
                  })
              .bind(PlainConnection.LOOPBACK, 0)
              .syncUninterruptibly()
              .channel();
    } catch (Throwable failure) { // Netty throws checked ones undeclared
      PlainConnection.end(loops);
      throw failure;
    }
  }

  int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  /** One for each connection, used by its thread. */
  private static final class Counting extends SimpleChannelInboundHandler<ByteBuf> {
    private final long roundBytes;
    private long received;

    Counting(long roundBytes) {
      this.roundBytes = roundBytes;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf part) {
      received += part.readableBytes();
      while (received >= roundBytes) {
        received -= roundBytes;
        context.writeAndFlush(context.alloc().buffer(1).writeByte(1));
      }
    }
  }

  @Override
  public void close() {
    server.close().syncUninterruptibly();
    PlainConnection.end(loops);
  }
}
