package kvproof.soak.picture;

import kvproof.model.HashText;
import kvproof.model.HeldBlock;

/** The text form of a block in an inventory. */
final class HeldText {
  private HeldText() {}

  /** Such as {@code root > 1:101}. */
  static String print(HeldBlock block) {
    return (block.parent().isPresent() ? HashText.print(block.parent().getAsLong()) : "root")
        + " > "
        + HashText.print(block.localHash())
        + ":"
        + HashText.print(block.externalHash());
  }
}
