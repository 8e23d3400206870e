package kvproof.mocknixl.net;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.TransferPiece;
import kvproof.mocknixl.memory.AgentMemory;
import kvproof.mocknixl.wire.Extent;
import kvproof.mocknixl.wire.WireException;
import kvproof.mocknixl.wire.WireMessage;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferStatus;

/**
 * One request on the wire, from its first frame to its end.
 *
 * <p>All but {@link #status} and {@link #number} are for the connection's I/O thread. The bytes are
 * sent from where they lie, so an end is told only after the last buffer over them is released.
 */
@SuppressWarnings("FutureReturnValueIgnored") // A write that fails closes the channel.
final class Posting implements Outgoing {
  /*
   *  waiting --> sending pieces --> SYNC sent --> DONE: done, or cancelled
   *                    |                 |
   *                    +--- FAILED ------+------> failed, quiet
   *                    +--- connection lost ----> failed, quiet only if nothing was sent
   */

  /** Part of one of the agent's own descriptors. */
  private record Part(Descriptor local, long offsetBytes, int sizeBytes, long remoteAddress) {}

  private final TransferOperation operation;
  private final List<TransferPiece> pieces;

  /** Parts that were asked for and have not come, in order; the first may have come partly. */
  private final Deque<Part> expected = new ArrayDeque<>();

  private volatile long number;
  private volatile TransferStatus status = new TransferStatus.Pending();

  private int piece;
  private long offsetBytes;
  private int receivedBytes;
  private int buffersUnderWay;
  private boolean started;
  private boolean cancelled;
  private boolean allHandedOver;
  private Optional<TransferStatus> end = Optional.empty();

  Posting(TransferOperation operation, List<TransferPiece> pieces) {
    this.operation = operation;
    this.pieces = pieces;
  }

  /** Any thread. */
  TransferStatus status() {
    return status;
  }

  /** Any thread; 0 before it is handed over. */
  long number() {
    return number;
  }

  void number(long chosen) {
    number = chosen;
  }

  boolean isStarted() {
    return started;
  }

  /** Too late if every frame was handed over; a wish that was in time stays, however often. */
  void cancel() {
    cancelled |= !allHandedOver;
  }

  /** Hands over the next frame; answers whether it was the last. */
  boolean sendNext(ChannelHandlerContext context, AgentMemory memory) {
    started = true;
    boolean isWhole = piece == pieces.size();
    if (isWhole || cancelled || end.isPresent()) {
      cancelled = cancelled && !isWhole;
      allHandedOver = true;
      context.write(Frames.of(context, new WireMessage.Sync(number)));
      return true;
    }
    TransferPiece current = pieces.get(piece);
    long left = current.local().sizeBytes() - offsetBytes;
    send(context, memory, current, (int) Math.min(left, Extent.MOST_BYTES));
    return false;
  }

  private void send(
      ChannelHandlerContext context, AgentMemory memory, TransferPiece current, int sizeBytes) {
    Extent remote = Extent.of(current.remote(), offsetBytes, sizeBytes);
    switch (operation) {
      case READ -> {
        expected.add(new Part(current.local(), offsetBytes, sizeBytes, remote.address()));
        context.write(Frames.of(context, new WireMessage.Read(number, remote)));
      }
      case WRITE -> {
        // Its own memory stays registered while the request is pending, so the bytes are there.
        MemorySegment bytes =
            memory.bytes(current.local()).orElseThrow().asSlice(offsetBytes, sizeBytes);
        buffersUnderWay++;
        context.write(Frames.of(context, new WireMessage.Write(number, remote)));
        context
            .write(Unpooled.wrappedBuffer(bytes.asByteBuffer()))
            .addListener(_ -> bufferReleased());
      }
    }
    offsetBytes += sizeBytes;
    if (offsetBytes == current.local().sizeBytes()) {
      piece++;
      offsetBytes = 0;
    }
  }

  private void bufferReleased() {
    buffersUnderWay--;
    publish();
  }

  /** The head of an answer to the READ whose turn it is. */
  void dataBegins(WireMessage.Data data) {
    Part part = expected.peek();
    if (part == null
        || part.remoteAddress() != data.address()
        || part.sizeBytes() != data.sizeBytes()) {
      throw WireException.malformed(data + " answers no READ");
    }
    receivedBytes = 0;
  }

  /** More bytes of that answer. */
  void data(AgentMemory memory, ByteBuf payload) {
    Part part = expected.element();
    int sizeBytes = payload.readableBytes();
    memory.write(part.local(), part.offsetBytes() + receivedBytes, payload.nioBuffer());
    receivedBytes += sizeBytes;
    if (receivedBytes == part.sizeBytes()) {
      expected.remove();
    }
  }

  void done() {
    if (!expected.isEmpty()) {
      throw WireException.malformed("DONE of request " + number + " came before its data");
    }
    finish(cancelled ? new TransferStatus.Cancelled() : new TransferStatus.Done());
  }

  void failed(Category category, String text) {
    expected.clear();
    finish(new TransferStatus.Failed(category, true, text));
  }

  /** Whatever was handed over may still arrive, or not. */
  void connectionLost(String why) {
    finish(new TransferStatus.Failed(Category.DISCONNECTED, !started, why));
  }

  /** It was cancelled before its first frame. */
  void neverSent() {
    finish(new TransferStatus.Cancelled());
  }

  private void finish(TransferStatus how) {
    if (end.isEmpty()) {
      end = Optional.of(how);
      publish();
    }
  }

  private void publish() {
    if (buffersUnderWay == 0) {
      end.ifPresent(how -> status = how);
    }
  }
}
