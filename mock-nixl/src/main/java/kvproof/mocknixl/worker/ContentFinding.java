package kvproof.mocknixl.worker;

import java.util.Optional;
import kvproof.model.HashText;

/** What a block's memory holds, told from its bytes. */
public sealed interface ContentFinding {

  /** Whether these are the bytes that belong there. */
  default boolean isRight() {
    return this instanceof Right;
  }

  /** The bytes that belong there. */
  record Right() implements ContentFinding {
    @Override
    public String toString() {
      return "right";
    }
  }

  /** Zeroes from end to end, as memory is at first. */
  record NeverWritten() implements ContentFinding {
    @Override
    public String toString() {
      return "never written";
    }
  }

  /** Another block, whole: misplaced, or left from before. */
  record OtherBlock(long hash) implements ContentFinding {
    @Override
    public String toString() {
      return name(hash);
    }
  }

  /** The block's beginning, and zeroes behind it: the rest was never written. */
  record Truncated(int rightBytes) implements ContentFinding {
    @Override
    public String toString() {
      return "right for " + rightBytes + " bytes, then never written";
    }
  }

  /**
   * The block's beginning, and nothing of it behind that.
   *
   * @param rightBytes how much is right; more than zero
   * @param restOf the one block that all the rest belongs to, if it can be told
   */
  record Torn(int rightBytes, Optional<Long> restOf) implements ContentFinding {
    @Override
    public String toString() {
      String rest = restOf.map(ContentFinding::name).orElse("unknown bytes");
      return "right for " + rightBytes + " bytes, then " + rest;
    }
  }

  /**
   * The block's own bytes in the wrong place, such as two parts that changed places.
   *
   * @param firstWrongByte where they begin
   * @param shiftBytes how far behind that they belong; negative: in front of it; never 0
   */
  record Displaced(int firstWrongByte, int shiftBytes) implements ContentFinding {
    @Override
    public String toString() {
      return "from " + firstWrongByte + " on its own bytes of " + (firstWrongByte + shiftBytes);
    }
  }

  /**
   * Wrong in places, counted in words of 8 bytes.
   *
   * @param firstOf the block that the first wrong bytes belong to, if it can be told
   */
  record Damaged(int firstWrongByte, int wrongBytes, Optional<Long> firstOf)
      implements ContentFinding {
    @Override
    public String toString() {
      String first = firstOf.map(hash -> ", the first of " + name(hash)).orElse("");
      return wrongBytes + " wrong bytes from " + firstWrongByte + " on" + first;
    }
  }

  private static String name(long hash) {
    return "block " + HashText.print(hash);
  }
}
