package kvproof.mocknixl.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import kvproof.model.transfer.TransferMemory;
import org.jspecify.annotations.Nullable;

/**
 * What one agent has registered: regions of the process's memory, none overlapping another.
 *
 * <p>Bytes are reached through it only while they are registered. An I/O thread may copy here while
 * the agent's thread registers and deregisters: once {@link #deregister} has returned, no copy
 * touches those bytes any more.
 */
public final class AgentMemory {
  private static final Comparator<MemoryRegion> BY_ADDRESS = AgentMemory::compare;

  private final ProcessMemory process;
  private final String agent;
  private final TreeMap<MemoryRegion, MockMemory> regions = new TreeMap<>(BY_ADDRESS);

  AgentMemory(ProcessMemory process, String agent) {
    this.process = process;
    this.agent = agent;
  }

  /** Memory of the process, registered with nobody yet. */
  public TransferMemory allocate(MemoryKind kind, long sizeBytes) {
    return process.allocate(kind, sizeBytes);
  }

  /** All or none, as {@link kvproof.model.transfer.TransferAgent#register} says. */
  public void register(List<MemoryRegion> added) {
    synchronized (process) {
      TreeMap<MemoryRegion, MockMemory> all = new TreeMap<>(regions);
      List<MockMemory> touched = new ArrayList<>();
      for (MemoryRegion region : added) {
        MockMemory memory =
            process.memoryAt(region.whole()).orElseThrow(() -> invalid("no memory at " + region));
        refuseOverlap(region, all.floorKey(region));
        refuseOverlap(region, all.higherKey(region));
        all.put(region, memory);
        touched.add(memory);
      }
      synchronized (this) {
        regions.putAll(all);
      }
      touched.forEach(memory -> memory.holders().add(agent));
    }
  }

  private static void refuseOverlap(MemoryRegion region, @Nullable MemoryRegion neighbour) {
    if (neighbour != null && region.overlaps(neighbour)) {
      throw invalid(region + " overlaps registered " + neighbour);
    }
  }

  /** All or none, as {@link kvproof.model.transfer.TransferAgent#deregister} says. */
  public void deregister(List<MemoryRegion> removed) {
    synchronized (process) {
      TreeMap<MemoryRegion, MockMemory> left = new TreeMap<>(regions);
      List<MockMemory> touched = new ArrayList<>();
      for (MemoryRegion region : removed) {
        MockMemory memory = region.equals(left.floorKey(region)) ? left.remove(region) : null;
        if (memory == null) {
          throw new TransferException(Category.NOT_FOUND, region + " is not registered");
        }
        touched.add(memory);
      }
      touched.forEach(memory -> memory.holders().remove(agent));
      synchronized (this) {
        regions.keySet().retainAll(left.keySet());
      }
    }
  }

  /** Takes everything back. */
  public void deregisterAll() {
    deregister(toList());
  }

  /** By kind, device and address. */
  public synchronized List<MemoryRegion> toList() {
    return List.copyOf(regions.keySet());
  }

  /** Whether every byte lies in one registered region. */
  public synchronized boolean holds(Descriptor part) {
    return holding(part).isPresent();
  }

  /**
   * The bytes themselves, or nothing if they are not registered. The caller sees to it that they
   * stay registered while it uses them.
   */
  public synchronized Optional<MemorySegment> bytes(Descriptor part) {
    return holding(part).map(memory -> memory.slice(part));
  }

  /**
   * Copies all that remains in {@code from} to {@code offsetBytes} of the descriptor; false, and no
   * byte is written, if the descriptor is not registered.
   */
  public synchronized boolean write(Descriptor part, long offsetBytes, ByteBuffer from) {
    Optional<MockMemory> memory = holding(part);
    memory.ifPresent(
        bytes -> bytes.slice(part).asSlice(offsetBytes).copyFrom(MemorySegment.ofBuffer(from)));
    return memory.isPresent();
  }

  /** Fills all that remains in {@code into}, or answers false, as {@link #write} does. */
  public synchronized boolean read(Descriptor part, long offsetBytes, ByteBuffer into) {
    Optional<MockMemory> memory = holding(part);
    memory.ifPresent(
        bytes ->
            MemorySegment.ofBuffer(into)
                .copyFrom(bytes.slice(part).asSlice(offsetBytes, into.remaining())));
    return memory.isPresent();
  }

  private Optional<MockMemory> holding(Descriptor part) {
    Map.Entry<MemoryRegion, MockMemory> below =
        regions.floorEntry(
            new MemoryRegion(part.kind(), part.deviceId(), part.address(), part.sizeBytes()));
    return Optional.ofNullable(below)
        .filter(entry -> entry.getKey().holds(part))
        .map(Map.Entry::getValue);
  }

  /** Sizes do not count: two regions at one address overlap. */
  private static int compare(MemoryRegion one, MemoryRegion other) {
    int byKind = one.kind().compareTo(other.kind());
    if (byKind != 0) {
      return byKind;
    }
    int byDevice = Long.compareUnsigned(one.deviceId(), other.deviceId());
    return byDevice != 0 ? byDevice : Long.compareUnsigned(one.address(), other.address());
  }

  private static TransferException invalid(String message) {
    return new TransferException(Category.INVALID_PARAMETER, message);
  }

  @Override
  public String toString() {
    return toList() + " of " + agent;
  }
}
