package kvproof.gpu.memory;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;

/**
 * All memory that was given out in this process, by kind, device and address, and who has
 * registered it. Several threads may use it.
 */
public final class ProcessMemory {
  private final MemorySource beyondHost;
  private final TreeMap<MemoryRegion, OwnedMemory> memories =
      new TreeMap<>(AddressOrder.BY_ADDRESS);

  /** Host memory alone. */
  public ProcessMemory() {
    this(
        (process, kind, sizeBytes) -> {
          throw new TransferException(
              Category.BACKEND,
              "no memory of kind " + kind + " was asked for when this was opened");
        });
  }

  /** Host memory, and other kinds from there. */
  public ProcessMemory(MemorySource beyondHost) {
    this.beyondHost = beyondHost;
  }

  /**
   * Zeroed memory.
   *
   * <p>Fewer than one byte is {@link IllegalArgumentException}; no room for them is {@link
   * Category#OUT_OF_MEMORY}.
   */
  public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
    if (sizeBytes < 1) {
      throw new IllegalArgumentException("no memory of " + sizeBytes + " bytes");
    }
    OwnedMemory memory =
        switch (kind) {
          case DRAM -> HostMemory.of(this, sizeBytes);
          case VRAM -> beyondHost.allocate(this, kind, sizeBytes);
        };
    synchronized (this) {
      memories.put(memory.region(), memory);
    }
    return memory;
  }

  /**
   * The region is registered with this agent from now on, by the calling thread, and its memory is
   * not closed.
   *
   * <p>If it does not lie in one open memory: {@link Category#INVALID_PARAMETER}. Whatever fails,
   * nothing is held then.
   */
  public synchronized void hold(MemoryRegion region, String agent) {
    OwnedMemory memory =
        memoryAt(region.whole())
            .orElseThrow(
                () -> new TransferException(Category.INVALID_PARAMETER, "no memory at " + region));
    memory.readyThread();
    memory.holders().add(agent);
  }

  /** The calling thread is about to take back what is held. */
  public synchronized void readyThread(MemoryRegion held) {
    heldAt(held).readyThread();
  }

  /** Undoes one {@link #hold}. */
  public synchronized void letGo(MemoryRegion region, String agent) {
    heldAt(region).holders().remove(agent);
  }

  private OwnedMemory heldAt(MemoryRegion region) {
    return memoryAt(region.whole())
        .orElseThrow(() -> new AssertionError("held memory is gone: " + region));
  }

  /** Lets go of what other kinds of memory need, as far as no memory is open. */
  public void release() {
    beyondHost.close();
  }

  /** Memory that is not closed, in words, by address. Empty at rest. */
  public synchronized List<String> leftovers() {
    return memories.keySet().stream().map(region -> "memory " + region).toList();
  }

  private Optional<OwnedMemory> memoryAt(Descriptor part) {
    var start = new MemoryRegion(part.kind(), part.deviceId(), part.address(), part.sizeBytes());
    return Optional.ofNullable(memories.floorEntry(start))
        .map(entry -> entry.getValue())
        .filter(memory -> memory.region().holds(part));
  }

  /** Refused while an agent has registered any part of it. */
  synchronized void requireUnheld(OwnedMemory memory) {
    if (!memory.holders().isEmpty()) {
      throw new TransferException(
          Category.IN_USE,
          memory.region() + " is registered with " + String.join(", ", memory.holders()));
    }
  }

  /** Its bytes have been given back. */
  synchronized void remove(OwnedMemory memory) {
    memories.remove(memory.region());
  }
}
