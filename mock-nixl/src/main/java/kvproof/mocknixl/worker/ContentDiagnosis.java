package kvproof.mocknixl.worker;

import static kvproof.mocknixl.worker.BlockContent.STEP;

import java.nio.ByteBuffer;
import java.util.Optional;
import kvproof.mocknixl.worker.ContentFinding.Damaged;
import kvproof.mocknixl.worker.ContentFinding.Displaced;
import kvproof.mocknixl.worker.ContentFinding.NeverWritten;
import kvproof.mocknixl.worker.ContentFinding.OtherBlock;
import kvproof.mocknixl.worker.ContentFinding.Torn;
import kvproof.mocknixl.worker.ContentFinding.Truncated;

/**
 * Names what lies where a block should be, word by word.
 *
 * @param hash of the block that should be there
 * @param block what is there instead: one block, little-endian, at least one word wrong
 */
record ContentDiagnosis(long hash, ByteBuffer block) {

  ContentFinding finding() {
    int firstWrong = lengthOf(hash, 0);
    if (isZero(firstWrong)) {
      return firstWrong == 0 ? new NeverWritten() : new Truncated(firstWrong);
    }
    Optional<Long> owner = owner(firstWrong);
    int shiftBytes = owner.map(this::shiftBytes).orElse(0);
    if (shiftBytes != 0) {
      return new Displaced(firstWrong, shiftBytes);
    }
    Optional<Long> restOf = owner.filter(other -> lengthOf(other, firstWrong) == rest(firstWrong));
    if (firstWrong == 0 && restOf.isPresent()) {
      return new OtherBlock(restOf.get());
    }
    int wrongBytes = wrongBytes(firstWrong);
    return firstWrong > 0 && wrongBytes == rest(firstWrong)
        ? new Torn(firstWrong, restOf)
        : new Damaged(firstWrong, wrongBytes, owner);
  }

  private int rest(int fromOffset) {
    return block.limit() - fromOffset;
  }

  /** How many bytes from there on are that block's. */
  private int lengthOf(long owner, int fromOffset) {
    int offset = fromOffset;
    while (offset < block.limit() && ownerOfWord(offset) == owner) {
      offset += Long.BYTES;
    }
    return offset - fromOffset;
  }

  /** Any word has a block that it would belong to at its place; two of the same are no accident. */
  private Optional<Long> owner(int offset) {
    long owner = ownerOfWord(offset);
    return lengthOf(owner, offset) > Long.BYTES ? Optional.of(owner) : Optional.empty();
  }

  private long ownerOfWord(int offset) {
    return BlockContent.unmix(block.getLong(offset)) - offset / Long.BYTES * STEP;
  }

  /**
   * Words of this very block, moved, seem to be of a block whose hash is some steps away; else 0.
   */
  private int shiftBytes(long owner) {
    long words = (owner - hash) * BlockContent.inverse(STEP);
    boolean isWithinBlock = Math.abs(words) < block.limit() / Long.BYTES;
    return isWithinBlock ? (int) words * Long.BYTES : 0;
  }

  private boolean isZero(int fromOffset) {
    for (int offset = fromOffset; offset < block.limit(); offset += Long.BYTES) {
      if (block.getLong(offset) != 0) {
        return false;
      }
    }
    return true;
  }

  private int wrongBytes(int fromOffset) {
    int wrong = 0;
    for (int offset = fromOffset; offset < block.limit(); offset += Long.BYTES) {
      if (ownerOfWord(offset) != hash) {
        wrong += Long.BYTES;
      }
    }
    return wrong;
  }
}
