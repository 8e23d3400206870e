package kvproof.mocknixl.fault;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferRequest;

/** The first block is written with the bytes of another block, and reported as itself. */
public final class OtherBlocksBytes implements WriteFault {
  private final Function<WishedWrite, byte[]> other;

  /**
   * @param other the bytes of some other block, given those of the one that is struck: all its
   *     parts one after the other, and as many bytes again
   */
  public OtherBlocksBytes(UnaryOperator<byte[]> other) {
    this.other = wished -> other.apply(wished.bytes(wished.block(0)));
  }

  private OtherBlocksBytes(Function<WishedWrite, byte[]> other) {
    this.other = other;
  }

  /** As the constructor, for a block whose bytes may lie in memory of others than the agent. */
  public static OtherBlocksBytes of(Function<WishedWrite, byte[]> other) {
    return new OtherBlocksBytes(other);
  }

  @Override
  public TransferRequest strike(WishedWrite wished) {
    List<WishedWrite.Piece> victim = wished.block(0);
    byte[] bytes = other.apply(wished);
    TransferMemory stray = wished.agent().allocate(MemoryKind.DRAM, bytes.length);
    stray.write(0, ByteBuffer.wrap(bytes));
    wished.agent().register(List.of(stray.region()));

    List<WishedWrite.Piece> pieces = new ArrayList<>(wished.pieces());
    long offset = 0;
    for (int part = 0; part < victim.size(); part++) {
      long size = victim.get(part).from().sizeBytes();
      pieces.set(
          part, new WishedWrite.Piece(stray.region().slice(offset, size), victim.get(part).into()));
      offset += size;
    }
    return new Straying(wished.request(pieces), wished, stray);
  }

  /** Frees the other block's memory with the request. */
  private static final class Straying extends ForwardingRequest {
    private final WishedWrite wished;
    private final TransferMemory stray;
    private boolean closed;

    Straying(TransferRequest request, WishedWrite wished, TransferMemory stray) {
      super(request);
      this.wished = wished;
      this.stray = stray;
    }

    @Override
    public void close() {
      super.close();
      if (!closed) {
        closed = true;
        wished.agent().deregister(List.of(stray.region()));
        stray.close();
      }
    }
  }
}
