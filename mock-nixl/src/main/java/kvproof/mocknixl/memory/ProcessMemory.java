package kvproof.mocknixl.memory;

import java.util.ArrayList;
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
 * All memory that was given out in this process, by address, and who has registered it.
 *
 * <p>Addresses are numbers handed out in order, the same in every run, and are never used twice;
 * they are not where the bytes lie in the machine. Several threads may use it.
 */
public final class ProcessMemory {
  private static final long FIRST_ADDRESS = 0x1000_0000;
  private static final long ALIGNMENT = 4096;

  private final TreeMap<Long, MockMemory> memoryByAddress = new TreeMap<>();
  private long nextAddress = FIRST_ADDRESS;

  /**
   * Zeroed memory, on device 0 of its kind; both kinds are host memory in truth.
   *
   * <p>Fewer than one byte is {@link IllegalArgumentException}; no room for them is {@link
   * Category#OUT_OF_MEMORY}.
   */
  public synchronized TransferMemory allocate(MemoryKind kind, long sizeBytes) {
    if (sizeBytes < 1) {
      throw new IllegalArgumentException("no memory of " + sizeBytes + " bytes");
    }
    return keep(kind, Storage.of(sizeBytes));
  }

  /** The guard page behind each piece keeps an overrun from meeting other memory. */
  synchronized MockMemory keep(MemoryKind kind, Storage storage) {
    MemoryRegion region = new MemoryRegion(kind, 0, nextAddress, storage.bytes().byteSize());
    nextAddress += (region.sizeBytes() / ALIGNMENT + 2) * ALIGNMENT;
    MockMemory memory = new MockMemory(this, region, storage);
    memoryByAddress.put(region.address(), memory);
    return memory;
  }

  /** What the agent of this name will register here; nothing yet. */
  public AgentMemory forAgent(String name) {
    return new AgentMemory(this, name);
  }

  /** Memory that is not closed, in words, by address. Empty at rest. */
  public synchronized List<String> leftovers() {
    List<String> leftovers = new ArrayList<>();
    memoryByAddress.values().forEach(memory -> leftovers.add("memory " + memory.region()));
    return leftovers;
  }

  /** The open memory that holds every byte of the descriptor. */
  synchronized Optional<MockMemory> memoryAt(Descriptor part) {
    return Optional.ofNullable(memoryByAddress.floorEntry(part.address()))
        .map(entry -> entry.getValue())
        .filter(memory -> memory.region().holds(part));
  }

  /** Refused while an agent has registered any part of it. */
  synchronized void free(MockMemory memory) {
    if (!memory.holders().isEmpty()) {
      throw new TransferException(
          Category.IN_USE,
          memory.region() + " is registered with " + String.join(", ", memory.holders()));
    }
    memoryByAddress.remove(memory.region().address());
  }
}
