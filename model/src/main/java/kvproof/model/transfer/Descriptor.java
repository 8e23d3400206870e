package kvproof.model.transfer;

import java.util.HexFormat;

/**
 * One contiguous piece of a transfer: at least one byte, inside one registered region.
 *
 * <p>Address and end are unsigned as in {@link MemoryRegion}.
 */
public record Descriptor(MemoryKind kind, long deviceId, long address, long sizeBytes) {
  public Descriptor {
    checkExtent(address, sizeBytes);
  }

  /** Inclusive, since one past it may not fit into 64 bits. */
  long lastAddress() {
    return address + (sizeBytes - 1);
  }

  static void checkExtent(long address, long sizeBytes) {
    if (sizeBytes < 1 || Long.compareUnsigned(address + (sizeBytes - 1), address) < 0) {
      throw new IllegalArgumentException(
          "not an extent of memory: "
              + sizeBytes
              + " bytes at 0x"
              + HexFormat.of().toHexDigits(address));
    }
  }

  /** Such as {@code DRAM:0 0x0000000010000000+4096}. */
  @Override
  public String toString() {
    return kind
        + ":"
        + Long.toUnsignedString(deviceId)
        + " 0x"
        + HexFormat.of().toHexDigits(address)
        + "+"
        + sizeBytes;
  }
}
