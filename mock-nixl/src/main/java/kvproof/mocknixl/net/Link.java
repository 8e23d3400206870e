package kvproof.mocknixl.net;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import kvproof.mocknixl.memory.AgentMemory;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.PeerMetadata;
import kvproof.mocknixl.wire.WireException;
import kvproof.mocknixl.wire.WireMessage.Hello;
import kvproof.mocknixl.wire.WireMessage.Notify;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import org.jspecify.annotations.Nullable;

/**
 * The opener's end of one connection: made at first use, kept until it breaks or its peer is
 * forgotten, and never made again.
 *
 * <p>What is sent goes out in order. {@link #post}, {@link #send}, {@link #settle}, {@link
 * #cancel}, {@link #retire} and {@link #abandon} are for the agent's thread and return at once; all
 * the rest happens on one I/O thread.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes the channel.
final class Link {
  private static final long MOST_QUEUED_MESSAGE_BYTES = 64L << 20;

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

  /** Ends at once; what was not sent is lost. */
  void abandon() {
    loop.execute(() -> lose("this agent was closed"));
  }

  /** Whether it has ended by then, on {@link System#nanoTime}; waits for it. Not an I/O thread. */
  boolean awaitEnd(long deadlineNanos) {
    boolean isInterrupted = false;
    try {
      while (true) {
        try {
          return ended.await(deadlineNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException later) {
          isInterrupted = true;
        }
      }
    } finally {
      if (isInterrupted) {
        Thread.currentThread().interrupt();
      }
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
        Sockets.opening(loop, () -> new OpenerHandler(this, new Hello(self, peer.agent()), memory))
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
  void pump() {
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

  /** The owner takes frames now, and answers them by this way. */
  void welcomed(ChannelHandlerContext context) {
    welcomed = context;
    pump();
  }

  /** One that was sent and has not ended. */
  Posting posting(long request) {
    Posting posting = open.get(request);
    if (posting == null) {
      throw WireException.malformed("no request " + request + " is open");
    }
    return posting;
  }

  /** The owner has told the end of a request. */
  void ended(long request) {
    open.remove(request);
    endIfRetired();
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

  /** Whether nothing goes out any more. */
  boolean isBroken() {
    return broken != null;
  }

  /** The end, whatever the cause; only the first one counts. */
  void lose(String why) {
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

  /** Of the peer's agent. */
  String name() {
    return peer.agent().name();
  }
}
