package kvproof.soak.serve;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The line protocol over TCP, on the loopback address alone: each connection is a conversation with
 * a router of its own.
 *
 * <p>A peer that ends its side gets what is left of its answers, also that to a last line without a
 * line feed, and then the connection ends. One that does not read its answers is cut off when too
 * many wait. Any thread; closing ends all connections.
 */
public final class LineServer implements AutoCloseable {
  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel listening;

  /** Where a conversation is written down. */
  public interface Recorder {

    /** The transcript of a connection; they are counted from 1, as they come. Any thread. */
    Optional<Transcript> ofConnection(int number) throws IOException;
  }

  private LineServer(String version, int port, Recorder recorder) throws IOException {
    var connections = new AtomicInteger();
    var bootstrap =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) throws IOException {
                    var transcript = recorder.ofConnection(connections.incrementAndGet());
                    channel
                        .pipeline()
                        .addLast(new LineFrames(Dialogue.LONGEST_LINE_BYTES))
                        .addLast(new TcpConversation(version, transcript));
                  }
                });
    var bound = bootstrap.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    bound.awaitUninterruptibly();
    if (!bound.isSuccess()) {
      var _ = threads.shutdownGracefully();
      throw new IOException("port " + port + " cannot be listened on: " + bound.cause());
    }
    listening = bound.channel();
  }

  /** Listens from now on; port 0 takes any that is free. */
  public static LineServer start(String version, int port) throws IOException {
    return start(version, port, _ -> Optional.empty());
  }

  /**
   * The same, with conversations written down. A connection whose transcript cannot be had is
   * closed.
   */
  public static LineServer start(String version, int port, Recorder recorder) throws IOException {
    return new LineServer(version, port, recorder);
  }

  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
