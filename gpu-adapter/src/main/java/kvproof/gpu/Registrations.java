package kvproof.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import kvproof.gpu.memory.AddressOrder;
import kvproof.gpu.memory.ProcessMemory;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;
import org.jspecify.annotations.Nullable;

/**
 * What one agent has registered: regions of the process's memory, none overlapping another.
 *
 * <p>The library would take the same bytes twice, so it is refused here. For one thread at a time.
 */
final class Registrations {
  private final NixlAgent agent;
  private final String name;
  private final ProcessMemory process;
  private final TreeMap<MemoryRegion, RegisteredRegion> regions =
      new TreeMap<>(AddressOrder.BY_ADDRESS);

  Registrations(NixlAgent agent, String name, ProcessMemory process) {
    this.agent = agent;
    this.name = name;
    this.process = process;
  }

  /**
   * All or none. What the library has taken and does not give back when another is refused stays
   * registered, so that it is tried again when the agent is closed.
   */
  void register(List<MemoryRegion> added) {
    refuseOverlaps(added);
    List<RegisteredRegion> made = new ArrayList<>();
    try {
      for (MemoryRegion region : added) {
        made.add(new RegisteredRegion(agent, name, process, region));
      }
    } catch (RuntimeException | Error refused) {
      for (RegisteredRegion region : made.reversed()) {
        try {
          region.close();
        } catch (RuntimeException | Error kept) {
          refused.addSuppressed(kept);
          regions.put(region.region(), region);
        }
      }
      throw refused;
    }
    made.forEach(region -> regions.put(region.region(), region));
  }

  private void refuseOverlaps(List<MemoryRegion> added) {
    TreeMap<MemoryRegion, MemoryRegion> all = new TreeMap<>(AddressOrder.BY_ADDRESS);
    regions.keySet().forEach(region -> all.put(region, region));
    for (MemoryRegion region : added) {
      refuseOverlap(region, all.floorKey(region));
      refuseOverlap(region, all.higherKey(region));
      all.put(region, region);
    }
  }

  private static void refuseOverlap(MemoryRegion region, @Nullable MemoryRegion neighbour) {
    if (neighbour != null && region.overlaps(neighbour)) {
      throw new TransferException(
          Category.INVALID_PARAMETER, region + " overlaps registered " + neighbour);
    }
  }

  /** All of them, or none if one is unknown or named twice. */
  void deregister(List<MemoryRegion> removed) {
    TreeMap<MemoryRegion, RegisteredRegion> left = new TreeMap<>(regions);
    List<RegisteredRegion> closing = new ArrayList<>();
    for (MemoryRegion region : removed) {
      RegisteredRegion known = left.get(region);
      if (known == null || !known.region().equals(region)) {
        throw new TransferException(Category.NOT_FOUND, region + " is not registered");
      }
      closing.add(known);
      left.remove(region);
    }
    for (RegisteredRegion region : closing) {
      region.close();
      regions.remove(region.region());
    }
  }

  /** Takes everything back from the library; the memory of what is returned is still held. */
  List<RegisteredRegion> deregisterAll(AllSteps steps) {
    List<RegisteredRegion> deregistered = new ArrayList<>();
    steps.takeEach(
        regions.values(),
        region -> {
          region.deregister();
          regions.remove(region.region());
          deregistered.add(region);
        });
    return deregistered;
  }

  /** By kind, device and address. */
  List<MemoryRegion> toList() {
    return List.copyOf(regions.keySet());
  }

  /** For each descriptor the one registered region that every byte lies in; refused without one. */
  List<RegisteredRegion> holding(List<Descriptor> descriptors) {
    return descriptors.stream()
        .map(
            part ->
                holding(part)
                    .orElseThrow(
                        () ->
                            new TransferException(
                                Category.NOT_FOUND, part + " is in no registered region")))
        .toList();
  }

  private Optional<RegisteredRegion> holding(Descriptor part) {
    var start = new MemoryRegion(part.kind(), part.deviceId(), part.address(), part.sizeBytes());
    Map.Entry<MemoryRegion, RegisteredRegion> below = regions.floorEntry(start);
    return Optional.ofNullable(below)
        .filter(entry -> entry.getKey().holds(part))
        .map(Map.Entry::getValue);
  }
}
