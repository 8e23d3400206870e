package kvproof.mocknixl.net;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import kvproof.mocknixl.wire.FrameCodec;
import kvproof.mocknixl.wire.WireMessage;

/** Heads of frames as buffers to be written, which releases them. */
final class Frames {
  private static final int USUAL_BYTES = 64;

  private Frames() {}

  static ByteBuf of(ChannelHandlerContext context, WireMessage message) {
    ByteBuf frame = context.alloc().ioBuffer(USUAL_BYTES);
    FrameCodec.write(message, frame);
    return frame;
  }
}
