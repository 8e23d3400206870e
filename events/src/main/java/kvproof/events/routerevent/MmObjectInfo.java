package kvproof.events.routerevent;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A multimodal object of one block, as an event names it.
 *
 * @param mmHash unsigned 64-bit
 * @param offsets carried along; they enter no hash, and nobody checks them
 */
public record MmObjectInfo(long mmHash, List<Offset> offsets) {

  /** Token positions as the sender wrote them; unsigned 64-bit each. */
  public record Offset(long start, long end) {
    @Override
    public String toString() {
      return "[" + Long.toUnsignedString(start) + ", " + Long.toUnsignedString(end) + ")";
    }
  }

  public MmObjectInfo {
    offsets = List.copyOf(offsets);
  }

  /** An object whose place is unknown. */
  public static MmObjectInfo of(long mmHash) {
    return new MmObjectInfo(mmHash, List.of());
  }

  @Override
  public String toString() {
    return Long.toUnsignedString(mmHash)
        + offsets.stream().map(Offset::toString).collect(Collectors.joining(" ", "{", "}"));
  }
}
