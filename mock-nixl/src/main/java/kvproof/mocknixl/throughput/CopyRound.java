package kvproof.mocknixl.throughput;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Copies of as many pieces from one native memory to another: what the hardware allows. */
final class CopyRound implements Throughput.Round {
  private static final long PAGE_BYTES = 4096;

  private final Arena arena;
  private final MemorySegment from;
  private final MemorySegment into;
  private final int blocks;
  private final long blockBytes;

  @SuppressWarnings("MustBeClosedChecker") // Closed with this.
  CopyRound(int blocks, long blockBytes) {
    this.blocks = blocks;
    this.blockBytes = blockBytes;
    arena = Arena.ofShared();
    from = arena.allocate(blocks * blockBytes, PAGE_BYTES);
    into = arena.allocate(blocks * blockBytes, PAGE_BYTES);
  }

  @Override
  public void run() {
    for (long offset = 0; offset < blocks * blockBytes; offset += blockBytes) {
      MemorySegment.copy(from, offset, into, offset, blockBytes);
    }
  }

  @Override
  public void close() {
    arena.close();
  }
}
