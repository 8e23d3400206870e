package kvproof.soak.fetch;

import java.util.Optional;
import kvproof.model.HashText;

/** What a block's memory holds, told from its bytes. */
public sealed interface ContentFinding {

  /** The bytes that belong there. */
  record Right() implements ContentFinding {
    @Override
    public String toString() {
      return "right";
    }
  }

  /** Another block, whole: misplaced, or left from before. */
  record OtherBlock(long hash) implements ContentFinding {
    @Override
    public String toString() {
      return "block " + HashText.print(hash);
    }
  }

  /**
   * The block's beginning, and nothing of it behind that.
   *
   * @param rightBytes how much is right
   * @param restOf the one block that all the rest belongs to, if it can be told
   */
  record Truncated(int rightBytes, Optional<Long> restOf) implements ContentFinding {
    @Override
    public String toString() {
      return "right for "
          + rightBytes
          + " bytes, then "
          + restOf.map(hash -> "block " + HashText.print(hash)).orElse("unknown bytes");
    }
  }

  /** Wrong in places, counted in words of 8 bytes. */
  record Damaged(int firstWrongByte, int wrongBytes) implements ContentFinding {
    @Override
    public String toString() {
      return wrongBytes + " wrong bytes from " + firstWrongByte + " on";
    }
  }
}
