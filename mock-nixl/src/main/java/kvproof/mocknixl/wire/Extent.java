package kvproof.mocknixl.wire;

import java.util.HexFormat;
import java.util.Optional;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;

/**
 * The bytes of the owner that one frame is about: 1 to {@value #MOST_BYTES}.
 *
 * <p>As it came from the peer: it may lie anywhere, even across the end of the address space.
 */
public record Extent(MemoryKind kind, long deviceId, long address, int sizeBytes) {
  /** A longer descriptor goes in several frames. */
  public static final int MOST_BYTES = 1 << 20;

  public Extent {
    if (sizeBytes < 1 || sizeBytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "a frame moves 1 to " + MOST_BYTES + " bytes, not " + sizeBytes);
    }
  }

  /** The {@code sizeBytes} bytes of a descriptor from {@code offsetBytes}. */
  public static Extent of(Descriptor whole, long offsetBytes, int sizeBytes) {
    return new Extent(whole.kind(), whole.deviceId(), whole.address() + offsetBytes, sizeBytes);
  }

  /** Nothing if it would run over the end of the address space. */
  public Optional<Descriptor> descriptor() {
    return Long.compareUnsigned(address + (sizeBytes - 1), address) < 0
        ? Optional.empty()
        : Optional.of(new Descriptor(kind, deviceId, address, sizeBytes));
  }

  @Override
  public String toString() {
    return kind + " 0x" + HexFormat.of().toHexDigits(address) + "+" + sizeBytes;
  }
}
