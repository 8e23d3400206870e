package kvproof.mocknixl.net;

import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.WriteBufferWaterMark;

/** How connections are set up, on either end. */
final class Sockets {
  /**
   * A channel that has this much unsent takes no further frame; with the last one, of at most 1
   * MiB, 4 MiB are never exceeded.
   */
  static final WriteBufferWaterMark WATER_MARK = new WriteBufferWaterMark(1 << 20, (3 << 20) - 256);

  private static final int READ_BYTES = 256 << 10;

  private Sockets() {}

  static RecvByteBufAllocator reads() {
    return new FixedRecvByteBufAllocator(READ_BYTES);
  }
}
