package kvproof.soak.serve;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LineBasedFrameDecoder;
import io.netty.handler.codec.TooLongFrameException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The line protocol over TCP, on the loopback address alone: each connection is a conversation with
 * a router of its own.
 *
 * <p>A peer that ends its side gets what is left of its answers, and then the connection ends. One
 * that does not read its answers is cut off when too many wait. Any thread; closing ends all
 * connections.
 */
public final class LineServer implements AutoCloseable {
  private final EventLoopGroup threads =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Channel listening;

  private LineServer(String version, int port) throws IOException {
    var bootstrap =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(
                new ChannelInitializer<SocketChannel>() {
                  @Override
                  protected void initChannel(SocketChannel channel) {
                    channel
                        .pipeline()
                        .addLast(new LineBasedFrameDecoder(Dialogue.LONGEST_LINE_BYTES))
                        .addLast(new Conversation(version));
                  }
                });
    var bound = bootstrap.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    bound.awaitUninterruptibly();
    if (!bound.isSuccess()) {
      threads.shutdownGracefully();
      throw new IOException("port " + port + " cannot be listened on: " + bound.cause());
    }
    listening = bound.channel();
  }

  /** Listens from now on; port 0 takes any that is free. */
  public static LineServer start(String version, int port) throws IOException {
    return new LineServer(version, port);
  }

  public int port() {
    return ((InetSocketAddress) listening.localAddress()).getPort();
  }

  @Override
  public void close() {
    listening.close().awaitUninterruptibly();
    threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  /** On the channel's own thread. */
  private static final class Conversation extends SimpleChannelInboundHandler<ByteBuf> {
    private final Dialogue dialogue;
    private final long mostUnreadBytes = AnswerQueue.mostUnreadBytes();
    private long line;
    private boolean isOver;

    Conversation(String version) {
      this.dialogue = new Dialogue(version);
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, ByteBuf frame) throws IOException {
      line++;
      Optional<byte[]> answer = dialogue.answer(ByteBufUtil.getBytes(frame), line);
      if (answer.isPresent()) {
        answer(context, answer.get());
      }
    }

    private void answer(ChannelHandlerContext context, byte[] answer) {
      context.write(Unpooled.wrappedBuffer(answer));
      var waiting = context.channel().unsafe().outboundBuffer();
      if (waiting != null && waiting.totalPendingWriteBytes() > mostUnreadBytes) {
        context.close(); // nobody reads
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof ChannelInputShutdownEvent && !isOver) {
        isOver = true;
        context.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      if (cause instanceof TooLongFrameException) {
        line++;
        answer(context, Dialogue.tooLong(line, Dialogue.LONGEST_LINE_BYTES));
        context.flush();
      } else {
        context.close();
      }
    }
  }
}
