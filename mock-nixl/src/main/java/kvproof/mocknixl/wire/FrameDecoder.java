package kvproof.mocknixl.wire;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;
import java.util.Optional;

/**
 * Cuts a connection's bytes into {@link WireMessage}s, each followed by its payload as {@link
 * ByteBuf}s in whatever pieces it arrives: nothing waits until a frame is whole.
 *
 * <p>Whoever is handed a buffer releases it; all is for the channel's I/O thread unless it says
 * otherwise. After a {@link WireException} (inside Netty's {@link
 * io.netty.handler.codec.DecoderException}) the rest of the connection is dropped.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
  private final boolean pausesWhenFull;

  /** Of {@link #pause}, without those that were undone. */
  private int pauses;

  private int payloadLeft;
  private boolean broken;

  private FrameDecoder(boolean pausesWhenFull) {
    this.pausesWhenFull = pausesWhenFull;
  }

  /**
   * While its channel is not writable no further message is made: a peer that asks and does not
   * listen cannot fill this side's memory.
   */
  public static FrameDecoder forOwner() {
    return new FrameDecoder(true);
  }

  /** Goes on whatever waits to be sent: if both sides paused, neither would ever go on. */
  public static FrameDecoder forOpener() {
    return new FrameDecoder(false);
  }

  private boolean isPaused(ChannelHandlerContext context) {
    return pauses > 0 || (pausesWhenFull && !context.channel().isWritable());
  }

  /**
   * No further message is made, and nothing more read, until as many {@link #resume}s as pauses
   * have come; the payload of a message that was made still comes. On the channel's I/O thread.
   */
  public void pause(ChannelHandlerContext context) {
    pauses++;
    context.channel().config().setAutoRead(false);
  }

  /** Undoes one pause, soon. Any thread. */
  public void resume(ChannelHandlerContext context) {
    context
        .executor()
        .execute(
            () -> {
              pauses--;
              goOn(context);
            });
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (broken) {
      in.skipBytes(in.readableBytes());
    } else if (payloadLeft > 0) {
      takePayload(in, out);
    } else if (!isPaused(context)) {
      takeHead(in, out);
    }
  }

  private void takePayload(ByteBuf in, List<Object> out) {
    int taken = Math.min(payloadLeft, in.readableBytes());
    if (taken > 0) {
      payloadLeft -= taken;
      out.add(in.readRetainedSlice(taken));
    }
  }

  private void takeHead(ByteBuf in, List<Object> out) {
    try {
      Optional<WireMessage> message = FrameCodec.read(in);
      message.ifPresent(out::add);
      payloadLeft = message.map(WireMessage::payloadBytes).orElse(0);
    } catch (WireException corrupt) {
      broken = true;
      in.skipBytes(in.readableBytes());
      throw corrupt;
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) throws Exception {
    if (pausesWhenFull) {
      context.executor().execute(() -> goOn(context));
      context.channel().config().setAutoRead(!isPaused(context));
    }
    super.channelWritabilityChanged(context);
  }

  /** A full channel asks for no more bytes, as the codec base would if nothing was cut. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    if (isPaused(context)) {
      discardSomeReadBytes();
      context.fireChannelReadComplete();
    } else {
      super.channelReadComplete(context);
    }
  }

  /** What was left lying in a pause is cut now. */
  private void goOn(ChannelHandlerContext context) {
    if (context.isRemoved() || isPaused(context)) {
      return;
    }
    context.channel().config().setAutoRead(true);
    try {
      channelRead(context, Unpooled.EMPTY_BUFFER);
      channelReadComplete(context);
    } catch (Exception failure) {
      context.fireExceptionCaught(failure);
    }
  }
}
