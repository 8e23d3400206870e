package kvproof.mocknixl.fault;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;

/**
 * A write that a source wants to make: blocks one after the other, each with its parts in order.
 *
 * @param agent of the source, without misfortunes
 * @param memory of that agent
 * @param peer whose memory is written
 * @param partsPerBlock so many pieces are one block
 */
public record WishedWrite(
    TransferAgent agent, SeenMemory memory, String peer, List<Piece> pieces, int partsPerBlock) {

  /** A part of a block, and where it goes. */
  public record Piece(Descriptor from, Descriptor into) {

    /** Only the first bytes of it; from 1 to all. */
    public Piece head(long sizeBytes) {
      return new Piece(cut(from, 0, sizeBytes), cut(into, 0, sizeBytes));
    }

    /** All but the first bytes of it; from 0 to all but one. */
    public Piece tail(long skippedBytes) {
      long sizeBytes = from.sizeBytes() - skippedBytes;
      return new Piece(cut(from, skippedBytes, sizeBytes), cut(into, skippedBytes, sizeBytes));
    }

    private static Descriptor cut(Descriptor whole, long offsetBytes, long sizeBytes) {
      return new Descriptor(
          whole.kind(), whole.deviceId(), whole.address() + offsetBytes, sizeBytes);
    }
  }

  public WishedWrite {
    pieces = List.copyOf(pieces);
    if (pieces.isEmpty() || partsPerBlock < 1 || pieces.size() % partsPerBlock != 0) {
      throw new IllegalArgumentException(
          pieces.size() + " pieces are no whole blocks of " + partsPerBlock + " parts");
    }
  }

  /** How many, at least 1. */
  public int blocks() {
    return pieces.size() / partsPerBlock;
  }

  /** The parts of one block, counted from 0. */
  public List<Piece> block(int index) {
    return pieces.subList(index * partsPerBlock, (index + 1) * partsPerBlock);
  }

  /** All blocks in front of the last one; may be empty. */
  public List<Piece> allButTheLastBlock() {
    return pieces.subList(0, pieces.size() - partsPerBlock);
  }

  /** The parts of the block that is written last. */
  public List<Piece> lastBlock() {
    return block(blocks() - 1);
  }

  /** All that is in front of the middle of the last block; at least one byte. */
  public List<Piece> beginning() {
    List<Piece> beginning = new ArrayList<>(allButTheLastBlock());
    long left = halfOfTheLastBlock();
    for (Piece piece : lastBlock()) {
      long taken = Math.min(left, piece.from().sizeBytes());
      if (taken > 0) {
        beginning.add(piece.head(taken));
      }
      left -= taken;
    }
    return beginning;
  }

  /** What {@link #beginning} leaves: the second half of the last block. */
  public List<Piece> ending() {
    List<Piece> ending = new ArrayList<>();
    long skipped = halfOfTheLastBlock();
    for (Piece piece : lastBlock()) {
      if (skipped < piece.from().sizeBytes()) {
        ending.add(piece.tail(skipped));
      }
      skipped -= Math.min(skipped, piece.from().sizeBytes());
    }
    return ending;
  }

  /** A block has two bytes or more, as every block's content has. */
  private long halfOfTheLastBlock() {
    return lastBlock().stream().mapToLong(piece -> piece.from().sizeBytes()).sum() / 2;
  }

  /** The bytes of those parts, if they lie in the agent's own memory. */
  public byte[] bytes(List<Piece> block) {
    long size = block.stream().mapToLong(piece -> piece.from().sizeBytes()).sum();
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(size));
    block.forEach(piece -> bytes.put(memory.view(piece.from())));
    return bytes.array();
  }

  /** The request as it was wished. */
  public TransferRequest request() {
    return request(pieces);
  }

  /** A request for other pieces instead; at least one. */
  public TransferRequest request(List<Piece> instead) {
    List<Descriptor> from = new ArrayList<>();
    List<Descriptor> into = new ArrayList<>();
    for (Piece piece : instead) {
      from.add(piece.from());
      into.add(piece.into());
    }
    try (PreparedDescriptors local = agent.prepareLocal(from);
        PreparedDescriptors remote = agent.prepareRemote(peer, into)) {
      return agent.request(TransferOperation.WRITE, local, remote);
    }
  }
}
