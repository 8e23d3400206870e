package kvproof.mocknixl.throughput;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import kvproof.mocknixl.worker.BlockContent;

/** Copies of as many pieces from one native memory to another: what the hardware allows. */
final class CopyRound implements Throughput.Round {
  private static final long PAGE_BYTES = 4096;

  private final Arena arena;
  private final MemorySegment from;
  private final MemorySegment into;
  private final int blocks;
  private final int blockBytes;

  @SuppressWarnings("MustBeClosedChecker") // Closed with this.
  CopyRound(int blocks, int blockBytes) {
    this.blocks = blocks;
    this.blockBytes = blockBytes;
    BlockContent content = new BlockContent(blockBytes);
    arena = Arena.ofShared();
    try {
      from = arena.allocate((long) blocks * blockBytes, PAGE_BYTES);
      into = arena.allocate((long) blocks * blockBytes, PAGE_BYTES);
    } catch (RuntimeException | Error failure) {
      arena.close();
      throw failure;
    }
    for (int i = 0; i < blocks; i++) {
      MemorySegment block = from.asSlice((long) i * blockBytes, blockBytes);
      content.fill(ReceivedBlocks.hash(i), block.asByteBuffer());
    }
  }

  @Override
  public void run() {
    for (int i = 0; i < blocks; i++) {
      long offset = (long) i * blockBytes;
      MemorySegment.copy(from, offset, into, offset, blockBytes);
    }
  }

  @Override
  public void check() {
    long differing = from.mismatch(into);
    if (differing >= 0) {
      throw new IllegalStateException("a plain copy differs from byte " + differing + " on");
    }
    into.fill((byte) 0);
  }

  @Override
  public void close() {
    arena.close();
  }
}
