package kvproof.soak.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Optional;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.oracles.ByteOracle;
import kvproof.oracles.WrongBytes;
import org.junit.jupiter.api.Test;

/** Each expectation is what a worker finds in bytes that the oracle has made. */
class WhoseBytesTest {
  private static final int BLOCK_BYTES = 64;
  private static final long HASH = 104;
  private static final long OTHER = 9;
  private static final byte[] ZEROES = new byte[BLOCK_BYTES];

  @Test
  void otherBlockIsAllOfTheOther() {
    assertThat(expected(new WrongBytes.OfBlock(HASH, OTHER), Optional.of(7L)))
        .isEqualTo(found(ByteOracle.bytes(OTHER, BLOCK_BYTES)));
  }

  @Test
  void firstHalfIsFollowedByWhatWasThere() {
    var torn = new WrongBytes.FirstHalf(HASH);

    assertThat(expected(torn, Optional.of(OTHER)))
        .isEqualTo(found(halfOver(ByteOracle.bytes(OTHER, BLOCK_BYTES))));
    assertThat(expected(torn, Optional.empty())).isEqualTo(found(halfOver(ZEROES)));
  }

  @Test
  void whatWasNotWrittenIsAsBefore() {
    var missing = new WrongBytes.NotWritten(HASH);

    assertThat(expected(missing, Optional.of(OTHER)))
        .isEqualTo(found(ByteOracle.bytes(OTHER, BLOCK_BYTES)));
    assertThat(expected(missing, Optional.empty())).isEqualTo(found(ZEROES));
  }

  private static ContentFinding expected(WrongBytes wrong, Optional<Long> before) {
    return WhoseBytes.finding(wrong, BLOCK_BYTES, before);
  }

  private static ContentFinding found(byte[] bytes) {
    return new BlockContent(BLOCK_BYTES).check(HASH, ByteBuffer.wrap(bytes));
  }

  private static byte[] halfOver(byte[] before) {
    byte[] torn = before.clone();
    System.arraycopy(ByteOracle.bytes(HASH, BLOCK_BYTES), 0, torn, 0, BLOCK_BYTES / 2);
    return torn;
  }
}
