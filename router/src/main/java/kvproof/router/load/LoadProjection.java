package kvproof.router.load;

import java.util.Arrays;
import java.util.Objects;

/**
 * Loads of all ranks at one moment, and what one prompt would add to each: columns by slot.
 *
 * <p>Filled by {@link ActiveSequences#project}, which forgets what it held before; the same one
 * again and again allocates nothing. Slots are those of {@link #topologyVersion()}; a slot that no
 * rank has reads as no load. Throws {@link IndexOutOfBoundsException} for slots past {@link
 * #slotCount()}.
 */
public final class LoadProjection {
  long[] prefillTokens = new long[0];
  long[] blocks = new long[0];
  long[] requests = new long[0];
  int[] heldPrefix = new int[0];
  private int slotCount;
  private int queryBlocks;
  private long topologyVersion;

  /** Ready for this many slots: no held prefix, and the other columns as they happen to be. */
  void begin(int slots, int prompt, long version) {
    if (blocks.length < slots) {
      int capacity = Math.max(slots, 2 * blocks.length);
      prefillTokens = new long[capacity];
      blocks = new long[capacity];
      requests = new long[capacity];
      heldPrefix = new int[capacity];
    }
    Arrays.fill(heldPrefix, 0, slots, 0);
    slotCount = slots;
    queryBlocks = prompt;
    topologyVersion = version;
  }

  public long topologyVersion() {
    return topologyVersion;
  }

  public int slotCount() {
    return slotCount;
  }

  public long activePrefillTokens(int slot) {
    return prefillTokens[Objects.checkIndex(slot, slotCount)];
  }

  public long activeBlocks(int slot) {
    return blocks[Objects.checkIndex(slot, slotCount)];
  }

  public long activeRequests(int slot) {
    return requests[Objects.checkIndex(slot, slotCount)];
  }

  /** Blocks of the prompt behind its longest prefix that active prompts of this rank hold. */
  public long additionalBlocks(int slot) {
    return (long) queryBlocks - heldPrefix[Objects.checkIndex(slot, slotCount)];
  }
}
