package kvproof.soak.fetch;

import java.util.Optional;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.oracles.WrongBytes;

/** What a worker must find in the place of a wrong block, in its own words. */
public final class WhoseBytes {
  private WhoseBytes() {}

  /**
   * The finding that says what the oracle expects.
   *
   * @param blockBytes the size of a block
   * @param before the block that lay there before; absent: nothing was ever written there
   */
  public static ContentFinding finding(WrongBytes expected, int blockBytes, Optional<Long> before) {
    return switch (expected) {
      case WrongBytes.OfBlock other -> new ContentFinding.OtherBlock(other.otherHash());
      case WrongBytes.FirstHalf _ ->
          before.isPresent()
              ? new ContentFinding.Torn(blockBytes / 2, before)
              : new ContentFinding.Truncated(blockBytes / 2);
      case WrongBytes.NotWritten _ ->
          before.isPresent()
              ? new ContentFinding.OtherBlock(before.get())
              : new ContentFinding.NeverWritten();
    };
  }
}
