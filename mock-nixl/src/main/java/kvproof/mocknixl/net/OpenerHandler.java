package kvproof.mocknixl.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import kvproof.mocknixl.memory.AgentMemory;
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
import org.jspecify.annotations.Nullable;

/**
 * What the owner says on a connection that this side opened: a welcome, then answers to requests.
 *
 * <p>An answer to no open request breaks the connection. All on its I/O thread.
 */
final class OpenerHandler extends SimpleChannelInboundHandler<Object> {
  private final Link link;
  private final Hello hello;
  private final AgentMemory memory;
  private boolean isWelcomed;

  /** Whose bytes are coming. */
  private @Nullable Posting receiving;

  OpenerHandler(Link link, Hello hello, AgentMemory memory) {
    this.link = link;
    this.hello = hello;
    this.memory = memory;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    context
        .writeAndFlush(Frames.of(context, hello))
        .addListener(ChannelFutureListener.FIRE_EXCEPTION_ON_FAILURE);
  }

  @Override
  protected void channelRead0(ChannelHandlerContext context, Object received) {
    if (link.isBroken()) {
      return;
    }
    if (received instanceof ByteBuf payload) {
      if (receiving != null) {
        receiving.data(memory, payload);
      }
    } else {
      take(context, (WireMessage) received);
    }
  }

  private void take(ChannelHandlerContext context, WireMessage message) {
    boolean isExpected =
        isWelcomed
            ? !(message instanceof Welcome)
            : message instanceof Welcome || message instanceof Goodbye;
    if (!isExpected) {
      throw WireException.malformed("an owner does not begin with " + message);
    }
    switch (message) {
      case Welcome() -> {
        isWelcomed = true;
        link.welcomed(context);
      }
      case Data data -> {
        Posting posting = link.posting(data.request());
        posting.dataBegins(data);
        receiving = posting;
      }
      case Done(long request) -> {
        link.posting(request).done();
        link.ended(request);
      }
      case Failed(long request, var category, String text) -> {
        link.posting(request).failed(category, text);
        link.ended(request);
      }
      case Goodbye(WireMessage.Reason reason, String text) ->
          link.lose(link.name() + " said goodbye: " + reason + ", " + text);
      case Hello _, Write _, Read _, Sync _, Notify _ ->
          throw WireException.malformed("an owner does not send " + message);
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    link.pump();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    link.lose("the connection to " + link.name() + " broke: " + cause.getMessage());
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    link.lose(link.name() + " closed the connection");
  }
}
