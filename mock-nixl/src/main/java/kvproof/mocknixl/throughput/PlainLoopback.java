package kvproof.mocknixl.throughput;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A connection to this process itself: sends blocks from one buffer and counts at the other end.
 *
 * <p>The same transport, number of I/O threads and size of reads as the agents have, and nothing
 * else: no frames, no memory that the bytes go to, no answer but the count.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails shows in the count.
final class PlainLoopback implements Throughput.Round {
  private static final int READ_BYTES = 256 << 10;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          2, new DefaultThreadFactory("kvproof-plain", true), NioIoHandler.newFactory());
  private final AtomicLong received = new AtomicLong();
  private final ByteBuf block;
  private final int blocks;
  private final Channel server;
  private final Channel client;
  private long sent;

  PlainLoopback(int blocks, long blockBytes) {
    this.blocks = blocks;
    this.block = Unpooled.directBuffer((int) blockBytes).writeZero((int) blockBytes);
    server =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(READ_BYTES))
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline().addLast(new Counting());
                  }
                })
            .bind("127.0.0.1", 0)
            .syncUninterruptibly()
            .channel();
    client =
        new Bootstrap()
            .group(loops)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.TCP_NODELAY, true)
            .handler(new ChannelInboundHandlerAdapter())
            .connect(server.localAddress())
            .syncUninterruptibly()
            .channel();
  }

  private final class Counting extends SimpleChannelInboundHandler<ByteBuf> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf part) {
      received.addAndGet(part.readableBytes());
    }
  }

  @Override
  public void run() {
    sent += (long) blocks * block.readableBytes();
    client
        .eventLoop()
        .execute(
            () -> {
              for (int i = 0; i < blocks; i++) {
                client.write(block.retainedDuplicate());
              }
              client.flush();
            });
    long start = System.nanoTime();
    while (received.get() < sent) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        throw new IllegalStateException(received.get() + " of " + sent + " bytes arrived in 20 s");
      }
      Throughput.nap();
    }
  }

  @Override
  public void close() {
    client.close().syncUninterruptibly();
    server.close().syncUninterruptibly();
    block.release();
    loops.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }
}
