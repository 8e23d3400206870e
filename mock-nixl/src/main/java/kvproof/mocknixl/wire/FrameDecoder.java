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
 * <p>Whoever is handed a buffer releases it. After a {@link WireException} (inside Netty's {@link
 * io.netty.handler.codec.DecoderException}) the rest of the connection is dropped. While the
 * channel is not writable no further message is made, so that a peer that asks and does not listen
 * cannot fill this side's memory.
 */
public final class FrameDecoder extends ByteToMessageDecoder {
  private int payloadLeft;
  private boolean broken;

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
    if (broken) {
      in.skipBytes(in.readableBytes());
    } else if (payloadLeft > 0) {
      takePayload(in, out);
    } else if (context.channel().isWritable()) {
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
    boolean isWritable = context.channel().isWritable();
    context.channel().config().setAutoRead(isWritable);
    if (isWritable) {
      context.executor().execute(() -> resume(context));
    }
    super.channelWritabilityChanged(context);
  }

  /** A full channel asks for no more bytes, as the codec base would if nothing was cut. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) throws Exception {
    if (context.channel().isWritable()) {
      super.channelReadComplete(context);
    } else {
      discardSomeReadBytes();
      context.fireChannelReadComplete();
    }
  }

  /** What was left lying while the channel was full is cut now. */
  private void resume(ChannelHandlerContext context) {
    if (context.isRemoved()) {
      return;
    }
    try {
      channelRead(context, Unpooled.EMPTY_BUFFER);
      channelReadComplete(context);
    } catch (Exception failure) {
      context.fireExceptionCaught(failure);
    }
  }
}
