package kvproof.mocknixl.throughput;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import kvproof.mocknixl.worker.BlockContent;

/**
 * A plain connection to a {@link PlainSink}: sends blocks from one buffer and waits for the answer.
 *
 * <p>The same transport, number of I/O threads and size of reads as the agents have, and nothing
 * else: no frames, no memory that the bytes go to.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails is never answered.
final class PlainConnection implements Throughput.Round {
  static final String LOOPBACK = "127.0.0.1";
  private static final long END_SECONDS = 5;

  private final EventLoopGroup loops = loops();
  private final AtomicLong answered = new AtomicLong();
  private final ByteBuf block;
  private final int blocks;
  private final Duration patience;
  private final Channel client;
  private long rounds;

  PlainConnection(int port, int blocks, int blockBytes, Duration patience) {
    this.blocks = blocks;
    this.patience = patience;
    this.block = Unpooled.directBuffer(blockBytes).setIndex(0, blockBytes);
    try {
      new BlockContent(blockBytes).fill(ReceivedBlocks.hash(0), block.nioBuffer());
      client = connect(port);
    } catch (Throwable failure) { // Netty throws checked ones undeclared
      block.release();
      end(loops);
      throw failure;
    }
  }

  private Channel connect(int port) {
    return new Bootstrap()
        .group(loops)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel made) {
                made.pipeline().addLast(new Answers());
              }
            })
        .connect(LOOPBACK, port)
        .syncUninterruptibly()
        .channel();
  }

  static EventLoopGroup loops() {
    return new MultiThreadIoEventLoopGroup(
        2, new DefaultThreadFactory("kvproof-plain", true), NioIoHandler.newFactory());
  }

  static void end(EventLoopGroup loops) {
    loops
        .shutdownGracefully(0, END_SECONDS, TimeUnit.SECONDS)
        .awaitUninterruptibly(END_SECONDS, TimeUnit.SECONDS);
  }

  private final class Answers extends SimpleChannelInboundHandler<ByteBuf> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf part) {
      answered.addAndGet(part.readableBytes());
    }
  }

  @Override
  public void run() {
    rounds++;
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
    while (answered.get() < rounds) {
      if (System.nanoTime() - start >= patience.toNanos()) {
        throw new IllegalStateException(
            "round " + rounds + " of a plain connection is not answered after " + patience);
      }
      Throughput.nap();
    }
  }

  /** The far end has counted the bytes and kept none. */
  @Override
  public void check() {}

  @Override
  public void close() {
    client.close().syncUninterruptibly();
    end(loops);
    block.release();
  }
}
