package kvproof.mocknixl.net;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import kvproof.mocknixl.memory.AgentMemory;
import kvproof.mocknixl.wire.FrameDecoder;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.mocknixl.wire.WireException;
import kvproof.mocknixl.wire.WireMessage;
import kvproof.mocknixl.wire.WireMessage.Data;
import kvproof.mocknixl.wire.WireMessage.Done;
import kvproof.mocknixl.wire.WireMessage.Failed;
import kvproof.mocknixl.wire.WireMessage.Goodbye;
import kvproof.mocknixl.wire.WireMessage.Hello;
import kvproof.mocknixl.wire.WireMessage.Notify;
import kvproof.mocknixl.wire.WireMessage.Read;
import kvproof.mocknixl.wire.WireMessage.Sync;
import kvproof.mocknixl.wire.WireMessage.Welcome;
import kvproof.mocknixl.wire.WireMessage.Write;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import org.jspecify.annotations.Nullable;

/**
 * The opener's end of one connection: made at first use, kept until it breaks or its peer is
 * forgotten, and never made again.
 *
 * <p>What is sent goes out in order. Calls come from the agent's thread and return at once; all the
 * rest happens on one I/O thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes the channel.
final class Link {
  private static final long MOST_QUEUED_MESSAGE_BYTES = 64L << 20;
  private static final int CONNECT_PATIENCE_MILLIS = 10_000;
  private static final long FLUSH_PATIENCE_MILLIS = 1_000;
  private static final long CLOSE_PATIENCE_MILLIS = 10_000;

  private final EventLoop loop;
  private final Peer self;
  private final PeerMetadata peer;
  private final AgentMemory memory;
  private final AtomicLong queuedMessageBytes = new AtomicLong();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** Why nothing goes out any more; null while it may. */
  private volatile @Nullable String broken;

  /* The rest belongs to the I/O thread. */

  private final Deque<Outgoing> waiting = new ArrayDeque<>();
  private final Map<Long, Posting> open = new LinkedHashMap<>();
  private @Nullable Channel channel;
  private @Nullable ChannelHandlerContext welcomed;
  private @Nullable Posting receiving;
  private long lastNumber;
  private boolean retiring;
  private boolean pumping;

  /** Postings whose end was not polled yet: each may still send its notification. */
  private int unsettled;

  Link(EventLoop loop, Peer self, PeerMetadata peer, AgentMemory memory) {
    this.loop = loop;
    this.self = self;
    this.peer = peer;
    this.memory = memory;
  }

  /** A broken connection shows in the posting's status. */
  void post(Posting posting) {
    loop.execute(
        () -> {
          unsettled++;
          String why = broken;
          if (why != null) {
            posting.connectionLost(why);
          } else {
            posting.number(++lastNumber);
            open.put(posting.number(), posting);
            enqueue(posting);
          }
        });
  }

  void send(Message message) {
    String why = broken;
    if (why != null) {
      throw new TransferException(Category.DISCONNECTED, why);
    }
    int sizeBytes = message.payload().length;
    if (queuedMessageBytes.addAndGet(sizeBytes) > MOST_QUEUED_MESSAGE_BYTES) {
      queuedMessageBytes.addAndGet(-sizeBytes);
      throw new TransferException(
          Category.BACKEND, name() + " takes no notifications, too many bytes are waiting");
    }
    loop.execute(() -> enqueue(message));
  }

  /** The end of a posting was polled; its notification, if any, was sent before. */
  void settle() {
    loop.execute(
        () -> {
          unsettled--;
          endIfRetired();
        });
  }

  void cancel(Posting posting) {
    loop.execute(
        () -> {
          posting.cancel();
          if (!posting.isStarted() && waiting.remove(posting)) {
            open.remove(posting.number());
            posting.neverSent();
            endIfRetired();
          }
        });
  }

  boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** Ends once what is waiting has gone. */
  void retire() {
    loop.execute(
        () -> {
          retiring = true;
          endIfRetired();
        });
  }

  /**
   * Ends all of them, after what was sent has left this side if that takes no more than a second.
   */
  static void closeAll(List<Link> links) {
    links.forEach(Link::retire);
    long start = System.nanoTime();
    boolean isFlushed = true;
    for (Link link : links) {
      isFlushed &= link.awaitEnd(start, FLUSH_PATIENCE_MILLIS);
    }
    if (!isFlushed) {
      links.forEach(link -> link.loop.execute(() -> link.lose("this agent was closed")));
      links.forEach(link -> link.awaitEnd(start, CLOSE_PATIENCE_MILLIS));
    }
  }

  private boolean awaitEnd(long startNanos, long patienceMillis) {
    long left = startNanos + TimeUnit.MILLISECONDS.toNanos(patienceMillis) - System.nanoTime();
    try {
      return ended.await(left, TimeUnit.NANOSECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void enqueue(Outgoing outgoing) {
    if (broken != null) {
      return; // a message that was sent as the connection broke
    }
    waiting.add(outgoing);
    if (channel == null) {
      connect();
    }
    pump();
  }

  private void connect() {
    ChannelFuture connecting =
        new Bootstrap()
            .group(loop)
            .channel(NioSocketChannel.class)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_PATIENCE_MILLIS)
            .option(ChannelOption.TCP_NODELAY, true)
            .option(ChannelOption.WRITE_BUFFER_WATER_MARK, Sockets.WATER_MARK)
            .option(ChannelOption.RECVBUF_ALLOCATOR, Sockets.reads())
            .handler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel made) {
                    made.pipeline().addLast(FrameDecoder.forOpener(), new Handler());
                  }
                })
            .connect(InetSocketAddress.createUnresolved(peer.host(), peer.port()));
    channel = connecting.channel();
    connecting.addListener(
        (ChannelFutureListener)
            result -> {
              if (!result.isSuccess()) {
                lose(name() + " is not reached: " + result.cause());
              }
            });
  }

  /** Hands over frames as long as the channel takes them. */
  private void pump() {
    ChannelHandlerContext context = welcomed;
    if (context == null || pumping) {
      return; // writing and flushing call back when the channel fills up or drains
    }
    pumping = true;
    while (context.channel().isWritable() && !waiting.isEmpty()) {
      sendNext(context, waiting.element());
      if (!context.channel().isWritable() || waiting.isEmpty()) {
        context.flush();
      }
    }
    pumping = false;
    endIfRetired();
  }

  private void sendNext(ChannelHandlerContext context, Outgoing next) {
    boolean isLast =
        switch (next) {
          case Message message -> {
            write(context, message);
            yield true;
          }
          case Posting posting -> posting.sendNext(context, memory);
        };
    if (isLast) {
      waiting.poll();
    }
  }

  private void write(ChannelHandlerContext context, Message message) {
    byte[] payload = message.payload();
    context.write(Frames.of(context, new Notify(message.request(), payload.length)));
    context
        .write(Unpooled.wrappedBuffer(payload))
        .addListener(_ -> queuedMessageBytes.addAndGet(-payload.length));
  }

  private void received(WireMessage message) {
    switch (message) {
      case Welcome() -> pump();
      case Data data -> {
        Posting posting = posting(data.request());
        posting.dataBegins(data);
        receiving = posting;
      }
      case Done(long request) -> {
        posting(request).done();
        open.remove(request);
      }
      case Failed(long request, Category category, String text) -> {
        posting(request).failed(category, text);
        open.remove(request);
      }
      case Goodbye(WireMessage.Reason reason, String text) ->
          lose(name() + " said goodbye: " + reason + ", " + text);
      case Hello _, Write _, Read _, Sync _, Notify _ ->
          throw WireException.malformed("an owner does not send " + message);
    }
    endIfRetired();
  }

  private Posting posting(long request) {
    Posting posting = open.get(request);
    if (posting == null) {
      throw WireException.malformed("no request " + request + " is open");
    }
    return posting;
  }

  private void endIfRetired() {
    if (!retiring || broken != null || !waiting.isEmpty() || unsettled > 0) {
      return;
    }
    Channel made = channel;
    if (made == null) {
      lose("this agent was closed");
    } else {
      // Behind everything that was written before.
      made.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(_ -> lose(name() + " was forgotten"));
    }
  }

  /** The end, whatever the cause; only the first one counts. */
  private void lose(String why) {
    if (broken != null) {
      return;
    }
    broken = why;
    waiting.clear();
    Channel made = channel;
    if (made == null) {
      end(why);
    } else {
      made.close().addListener(_ -> end(why));
    }
  }

  /** By now the channel has given back every buffer. */
  private void end(String why) {
    open.values().forEach(posting -> posting.connectionLost(why));
    open.clear();
    ended.countDown();
  }

  private String name() {
    return peer.agent().name();
  }

  private final class Handler extends SimpleChannelInboundHandler<Object> {
    @Override
    public void channelActive(ChannelHandlerContext context) {
      context.writeAndFlush(Frames.of(context, new Hello(self, peer.agent())));
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, Object received) {
      if (broken != null) {
        return;
      }
      if (received instanceof ByteBuf payload) {
        if (receiving != null) {
          receiving.data(memory, payload);
        }
        return;
      }
      WireMessage message = (WireMessage) received;
      if ((welcomed == null) == !(message instanceof Welcome || message instanceof Goodbye)) {
        throw WireException.malformed("an owner does not begin with " + message);
      }
      if (welcomed == null) {
        welcomed = context;
      }
      received(message);
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      pump();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      lose("the connection to " + name() + " broke: " + cause.getMessage());
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
      lose(name() + " closed the connection");
    }
  }
}
