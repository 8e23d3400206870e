package kvproof.gpu.memory;

import kvproof.model.transfer.MemoryKind;

/** Where memory of kinds beyond host memory comes from. */
@FunctionalInterface
public interface MemorySource extends AutoCloseable {

  /**
   * Zeroed memory of at least one byte; the caller lists it in {@code process} and closes it.
   *
   * <p>Throws {@link kvproof.model.transfer.TransferException} if this process cannot have memory
   * of that kind or so much of it.
   */
  OwnedMemory allocate(ProcessMemory process, MemoryKind kind, long sizeBytes);

  /** Gives back what is not needed by memory that is open. It may be used again afterwards. */
  @Override
  default void close() {}
}
