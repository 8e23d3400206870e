package kvproof.gpu.memory;

import java.util.Comparator;
import kvproof.model.transfer.MemoryRegion;

/** The order of regions by kind, device and address. */
public final class AddressOrder {
  /** Sizes do not count: two regions at one address are the same place. */
  public static final Comparator<MemoryRegion> BY_ADDRESS =
      Comparator.comparing(MemoryRegion::kind)
          .thenComparing(MemoryRegion::deviceId, Long::compareUnsigned)
          .thenComparing(MemoryRegion::address, Long::compareUnsigned);

  private AddressOrder() {}
}
