package kvproof.mocknixl.kvcr.message;

import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;

/**
 * Equal elements in memory that a service lets others write to.
 *
 * @param label {@code pool}, {@code pool:part} or, for the framework's memory, {@code pool:*}
 * @param address of element 0, unsigned
 * @param strideBytes from element to element; 0: they follow each other closely; else at least
 *     {@code sizeBytes}
 * @param count elements, at least 1
 * @param sizeBytes of one element, at least 1
 */
public record CatalogueRegion(
    String label,
    MemoryKind kind,
    long deviceId,
    long address,
    long strideBytes,
    long count,
    long sizeBytes) {

  public CatalogueRegion {
    boolean fits = sizeBytes >= 1 && count >= 1 && strideBytes >= 0;
    fits = fits && (strideBytes == 0 || strideBytes >= sizeBytes) && count <= 1L << 31;
    if (!fits || !isInAddressSpace(address, step(strideBytes, sizeBytes), count, sizeBytes)) {
      throw new IllegalArgumentException(
          "not a region of elements: '%s' at 0x%x, %d of %d bytes, stride %d"
              .formatted(label, address, count, sizeBytes, strideBytes));
    }
  }

  private static long step(long strideBytes, long sizeBytes) {
    return strideBytes == 0 ? sizeBytes : strideBytes;
  }

  private static boolean isInAddressSpace(long address, long step, long count, long sizeBytes) {
    try {
      long extent = Math.addExact(Math.multiplyExact(step, count - 1), sizeBytes);
      return Long.compareUnsigned(address + extent, address) >= 0;
    } catch (ArithmeticException beyond) {
      return false;
    }
  }

  /** From the first byte of element 0 to the last byte of the last element, gaps included. */
  public MemoryRegion extent() {
    return new MemoryRegion(
        kind, deviceId, address, step(strideBytes, sizeBytes) * (count - 1) + sizeBytes);
  }

  /** {@link IndexOutOfBoundsException} unless 0 &lt;= index &lt; count. */
  public Descriptor element(long index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("element " + index + " of " + count + " in " + label);
    }
    return new Descriptor(
        kind, deviceId, address + index * step(strideBytes, sizeBytes), sizeBytes);
  }
}
