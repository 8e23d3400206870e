package kvproof.mocknixl.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import kvproof.mocknixl.Inbox;
import kvproof.mocknixl.memory.AgentMemory;
import kvproof.mocknixl.wire.Extent;
import kvproof.mocknixl.wire.FrameDecoder;
import kvproof.mocknixl.wire.Peer;
import kvproof.mocknixl.wire.WireException;
import kvproof.mocknixl.wire.WireMessage;
import kvproof.mocknixl.wire.WireMessage.Data;
import kvproof.mocknixl.wire.WireMessage.Done;
import kvproof.mocknixl.wire.WireMessage.Failed;
import kvproof.mocknixl.wire.WireMessage.Goodbye;
import kvproof.mocknixl.wire.WireMessage.Hello;
import kvproof.mocknixl.wire.WireMessage.Notify;
import kvproof.mocknixl.wire.WireMessage.Read;
import kvproof.mocknixl.wire.WireMessage.Reason;
import kvproof.mocknixl.wire.WireMessage.Sync;
import kvproof.mocknixl.wire.WireMessage.Welcome;
import kvproof.mocknixl.wire.WireMessage.Write;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.Notification;
import kvproof.model.transfer.TransferException.Category;
import org.jspecify.annotations.Nullable;

/**
 * The owner's end of one connection: carries out its frames strictly in order.
 *
 * <p>A frame outside registered memory fails its request and writes no byte; what the request still
 * sends is ignored up to its SYNC. Bytes of a WRITE go to memory as they arrive, each part checked
 * anew, so that memory which is deregistered in the middle of a frame is left alone from then on.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes the channel.
final class OwnerHandler extends SimpleChannelInboundHandler<Object> {
  /** Failed requests whose SYNC never comes; more of them is no honest peer. */
  private static final int MOST_FAILED = 1 << 16;

  /** Takes the payload of the present frame, part by part. */
  private interface Sink {
    void take(ChannelHandlerContext context, ByteBuf part);
  }

  private final Peer self;
  private final AgentMemory memory;
  private final Inbox inbox;

  /** The frames of one connection, which bring notifications among the rest. */
  private record Inflow(FrameDecoder frames, ChannelHandlerContext context)
      implements Inbox.Inflow {
    @Override
    public void pause() {
      frames.pause(context);
    }

    @Override
    public void resume() {
      frames.resume(context);
    }
  }

  private final Set<Long> failed = new LinkedHashSet<>();
  private @Nullable Peer opener;
  private Sink sink = (_, _) -> {};
  private boolean left;

  OwnerHandler(Peer self, AgentMemory memory, Inbox inbox) {
    this.self = self;
    this.memory = memory;
    this.inbox = inbox;
  }

  /** A connection that comes while the inbox is full is not read from at all. */
  @Override
  public void channelActive(ChannelHandlerContext context) {
    inbox.admit(inflow(context));
    context.fireChannelActive();
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Object received) {
    if (left) {
      return;
    }
    if (received instanceof ByteBuf part) {
      sink.take(context, part);
    } else if (opener == null) {
      greet(context, (WireMessage) received);
    } else {
      carryOut(context, opener, (WireMessage) received);
    }
  }

  private void greet(ChannelHandlerContext context, WireMessage first) {
    if (!(first instanceof Hello(Peer from, Peer wanted))) {
      throw WireException.malformed("the first frame is not HELLO but " + first);
    }
    if (wanted.equals(self)) {
      opener = from;
      context.write(Frames.of(context, new Welcome()));
    } else if (wanted.name().equals(self.name())) {
      leave(context, Reason.NOT_THAT_INCARNATION, self.name() + " was restarted");
    } else {
      leave(context, Reason.NOT_THAT_AGENT, "this is not " + wanted.name());
    }
  }

  private void carryOut(ChannelHandlerContext context, Peer from, WireMessage message) {
    switch (message) {
      case Write(long request, Extent destination) -> write(context, request, destination);
      case Read(long request, Extent source) -> read(context, request, source);
      case Sync(long request) -> {
        if (!failed.remove(request)) {
          context.write(Frames.of(context, new Done(request)));
        }
      }
      case Notify(_, int sizeBytes) -> notified(context, from, sizeBytes);
      case Hello _, Welcome _, Goodbye _, Data _, Done _, Failed _ ->
          throw WireException.malformed("an opener does not send " + message);
    }
  }

  private void write(ChannelHandlerContext context, long request, Extent extent) {
    Optional<Descriptor> destination = extent.descriptor().filter(memory::holds);
    if (failed.contains(request)) {
      sink = (_, _) -> {};
    } else if (destination.isEmpty()) {
      fail(context, request, extent);
    } else {
      sink = new WriteSink(request, extent, destination.get());
    }
  }

  private final class WriteSink implements Sink {
    private final long request;
    private final Extent extent;
    private final Descriptor destination;
    private long offsetBytes;

    WriteSink(long request, Extent extent, Descriptor destination) {
      this.request = request;
      this.extent = extent;
      this.destination = destination;
    }

    @Override
    public void take(ChannelHandlerContext context, ByteBuf part) {
      if (memory.write(destination, offsetBytes, part.nioBuffer())) {
        offsetBytes += part.readableBytes();
      } else {
        fail(context, request, extent);
      }
    }
  }

  /** The answer is a copy: the memory may be taken back before the peer has listened. */
  private void read(ChannelHandlerContext context, long request, Extent extent) {
    if (failed.contains(request)) {
      return;
    }
    ByteBuf bytes = context.alloc().ioBuffer(extent.sizeBytes());
    boolean isRead =
        extent
            .descriptor()
            .filter(source -> memory.read(source, 0, bytes.nioBuffer(0, extent.sizeBytes())))
            .isPresent();
    if (!isRead) {
      bytes.release();
      fail(context, request, extent);
      return;
    }
    bytes.writerIndex(extent.sizeBytes());
    context.write(Frames.of(context, new Data(request, extent.address(), extent.sizeBytes())));
    context.write(bytes);
  }

  private void notified(ChannelHandlerContext context, Peer from, int sizeBytes) {
    byte[] payload = new byte[sizeBytes];
    if (sizeBytes == 0) {
      arrived(context, from, payload);
      return;
    }
    sink =
        new Sink() {
          private int filled;

          @Override
          public void take(ChannelHandlerContext context, ByteBuf part) {
            int taken = part.readableBytes();
            part.readBytes(payload, filled, taken);
            filled += taken;
            if (filled == payload.length) {
              arrived(context, from, payload);
            }
          }
        };
  }

  private void arrived(ChannelHandlerContext context, Peer from, byte[] payload) {
    inbox.add(new Notification(from.name(), payload), inflow(context));
  }

  private static Inflow inflow(ChannelHandlerContext context) {
    return new Inflow(
        context.pipeline().get(FrameDecoder.class), context.pipeline().context(FrameDecoder.class));
  }

  private void fail(ChannelHandlerContext context, long request, Extent extent) {
    sink = (_, _) -> {};
    if (failed.size() == MOST_FAILED) {
      throw WireException.malformed(MOST_FAILED + " failed requests without a SYNC");
    }
    failed.add(request);
    String text = extent + " is not inside registered memory of " + self.name();
    context.write(Frames.of(context, new Failed(request, Category.NOT_FOUND, text)));
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event == Owner.Closing.NOW) {
      leave(context, Reason.CLOSING, self.name() + " is closed");
    } else {
      context.fireUserEventTriggered(event);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    Throwable reason = cause instanceof DecoderException ? cause.getCause() : cause;
    if (reason instanceof WireException corrupt) {
      leave(context, corrupt.reason(), String.valueOf(corrupt.getMessage()));
    } else {
      context.close();
    }
  }

  private void leave(ChannelHandlerContext context, Reason reason, String text) {
    if (!left) {
      left = true;
      context
          .writeAndFlush(Frames.of(context, new Goodbye(reason, text)))
          .addListener(ChannelFutureListener.CLOSE);
    }
  }
}
