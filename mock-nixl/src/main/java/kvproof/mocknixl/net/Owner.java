package kvproof.mocknixl.net;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import kvproof.mocknixl.Inbox;
import kvproof.mocknixl.memory.AgentMemory;
import kvproof.mocknixl.wire.FrameDecoder;
import kvproof.mocknixl.wire.Peer;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import org.jspecify.annotations.Nullable;

/**
 * The passive side of an agent: its port, and the connections that others opened to it.
 *
 * <p>It serves them on the I/O threads alone, whatever the agent's thread does.
 */
final class Owner {
  private final Peer self;
  private final AgentMemory memory;
  private final Inbox inbox;
  private final Duration closePatience;
  private final ChannelGroup connections =
      new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
  private @Nullable Channel server;

  /**
   * @param closePatience how long {@link #close} waits for the port, and for the connections
   */
  Owner(Peer self, AgentMemory memory, Inbox inbox, Duration closePatience) {
    this.self = self;
    this.memory = memory;
    this.inbox = inbox;
    this.closePatience = closePatience;
  }

  void listen(EventLoopGroup loops, String host, int port) {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, Sockets.WATER_MARK)
            .childOption(ChannelOption.RECVBUF_ALLOCATOR, Sockets.reads())
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel made) {
                    connections.add(made);
                    made.pipeline()
                        .addLast(FrameDecoder.forOwner(), new OwnerHandler(self, memory, inbox));
                  }
                })
            .bind(host, port)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new TransferException(
          Category.BACKEND, "cannot listen on " + host + ":" + port + ": " + bound.cause());
    }
    server = bound.channel();
  }

  int port() {
    return ((InetSocketAddress) listening().localAddress()).getPort();
  }

  List<Channel> connections() {
    return List.copyOf(connections);
  }

  /**
   * Says goodbye to everybody; returns when nothing is served any more. Not on an I/O thread.
   *
   * @throws IllegalStateException if that takes longer than its patience for the port, or for the
   *     connections: an I/O thread is stuck or has died, and peers may still be served
   */
  void close() {
    long nanos = closePatience.toNanos();
    boolean isClosed = listening().close().awaitUninterruptibly(nanos, TimeUnit.NANOSECONDS);
    connections.forEach(connection -> connection.pipeline().fireUserEventTriggered(Closing.NOW));
    isClosed &= connections.close().awaitUninterruptibly(nanos, TimeUnit.NANOSECONDS);
    if (!isClosed) {
      throw new IllegalStateException(
          self.name()
              + " still serves "
              + connections.size()
              + " connections after "
              + closePatience
              + ": is an I/O thread stuck?");
    }
  }

  /** Tells a connection that its agent is going. */
  enum Closing {
    NOW
  }

  private Channel listening() {
    if (server == null) {
      throw new AssertionError("an agent that does not listen");
    }
    return server;
  }
}
