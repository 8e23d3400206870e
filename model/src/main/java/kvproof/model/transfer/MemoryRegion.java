package kvproof.model.transfer;

/**
 * A run of memory that is registered, and deregistered, as a whole.
 *
 * <p>Addresses are unsigned and mean something only to the process that owns the memory. A region
 * has at least one byte and ends at or below 2^64; anything else is refused with {@link
 * IllegalArgumentException}.
 */
public record MemoryRegion(MemoryKind kind, long deviceId, long address, long sizeBytes) {
  public MemoryRegion {
    Descriptor.checkExtent(address, sizeBytes);
  }

  /** The bytes {@code [offsetBytes, offsetBytes + sizeBytes)} of this region. */
  public Descriptor slice(long offsetBytes, long sizeBytes) {
    if (offsetBytes < 0 || sizeBytes < 1 || offsetBytes > this.sizeBytes - sizeBytes) {
      throw new IllegalArgumentException(
          "no slice of " + this + ": " + sizeBytes + " bytes at " + offsetBytes);
    }
    return new Descriptor(kind, deviceId, address + offsetBytes, sizeBytes);
  }

  public Descriptor whole() {
    return slice(0, sizeBytes);
  }

  /** Whether every byte of the descriptor lies in this region. */
  public boolean holds(Descriptor part) {
    return isSameMemory(part.kind(), part.deviceId())
        && Long.compareUnsigned(address, part.address()) <= 0
        && Long.compareUnsigned(part.lastAddress(), whole().lastAddress()) <= 0;
  }

  /** Whether at least one byte lies in both; regions that only touch do not overlap. */
  public boolean overlaps(MemoryRegion other) {
    return isSameMemory(other.kind, other.deviceId)
        && Long.compareUnsigned(address, other.whole().lastAddress()) <= 0
        && Long.compareUnsigned(other.address, whole().lastAddress()) <= 0;
  }

  private boolean isSameMemory(MemoryKind otherKind, long otherDeviceId) {
    return kind == otherKind && deviceId == otherDeviceId;
  }

  @Override
  public String toString() {
    return whole().toString();
  }
}
