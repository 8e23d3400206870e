package kvproof.mocknixl.memory;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * Bytes of any number, and the arena to be closed when they are no longer wanted.
 *
 * <p>Small ones lie on the heap, so that tens of thousands of small caches cost no more than their
 * bytes; large ones are native, so that sockets take them as they are and 2 GiB is no limit. The
 * arena is shared because an I/O thread copies too.
 */
record Storage(MemorySegment bytes, Optional<Arena> arena) {
  static final long NATIVE_FROM_BYTES = 1 << 20;

  private static final long PAGE_BYTES = 4096;

  @SuppressWarnings("MustBeClosedChecker") // Closed with the memory.
  static Storage of(long sizeBytes) {
    if (sizeBytes < NATIVE_FROM_BYTES) {
      return new Storage(MemorySegment.ofArray(new byte[(int) sizeBytes]), Optional.empty());
    }
    Arena arena = Arena.ofShared();
    try {
      return new Storage(arena.allocate(sizeBytes, PAGE_BYTES), Optional.of(arena));
    } catch (OutOfMemoryError | IllegalArgumentException tooLarge) {
      arena.close();
      throw new TransferException(Category.OUT_OF_MEMORY, "no room for " + sizeBytes + " bytes");
    }
  }

  void close() {
    arena.ifPresent(Arena::close);
  }
}
