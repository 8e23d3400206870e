package kvproof.mocknixl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/** The registered regions of one agent: none overlaps another. */
final class RegisteredRegions {
  private static final Comparator<MemoryRegion> BY_ADDRESS =
      Comparator.comparing(MemoryRegion::kind)
          .thenComparing(MemoryRegion::deviceId, Long::compareUnsigned)
          .thenComparing(MemoryRegion::address, Long::compareUnsigned)
          .thenComparingLong(MemoryRegion::sizeBytes);

  private final TreeSet<MemoryRegion> regions = new TreeSet<>(BY_ADDRESS);

  /** All or none; refuses overlap with what is there and inside the list. */
  void addAll(List<MemoryRegion> added) {
    List<MemoryRegion> taken = new ArrayList<>(regions);
    for (MemoryRegion region : added) {
      for (MemoryRegion other : taken) {
        if (region.overlaps(other)) {
          throw new TransferException(
              Category.INVALID_PARAMETER, region + " overlaps registered " + other);
        }
      }
      taken.add(region);
    }
    regions.addAll(added);
  }

  /** All or none; refuses what is not there, so also a second mention. */
  void removeAll(List<MemoryRegion> removed) {
    TreeSet<MemoryRegion> left = new TreeSet<>(regions);
    for (MemoryRegion region : removed) {
      if (!left.remove(region)) {
        throw new TransferException(Category.NOT_FOUND, region + " is not registered");
      }
    }
    regions.retainAll(left);
  }

  boolean hold(Descriptor part) {
    return regions.stream().anyMatch(region -> region.holds(part));
  }

  List<MemoryRegion> toList() {
    return List.copyOf(regions);
  }
}
