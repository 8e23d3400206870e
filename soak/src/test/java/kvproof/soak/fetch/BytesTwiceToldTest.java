package kvproof.soak.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.oracles.ByteOracle;
import kvproof.oracles.ByteOracle.Stretch;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The data plane's bytes and the oracle's are the same, and both name the same block. */
class BytesTwiceToldTest {

  @ParameterizedTest
  @ValueSource(ints = {16, 24, 64, 4096, 16_400})
  void blocksAreFilledAsTheOracleSays(int sizeBytes) {
    SeededRandom random = new SeededRandom(sizeBytes);
    for (int i = 0; i < 50; i++) {
      long hash = random.nextLong();

      assertThat(filled(hash, sizeBytes)).isEqualTo(ByteOracle.bytes(hash, sizeBytes));
    }
  }

  @Test
  void wholeForeignBlockIsNamedAlike() {
    SeededRandom random = new SeededRandom(1);
    for (int i = 0; i < 200; i++) {
      long other = random.nextLong();
      byte[] bytes = filled(other, 64);

      assertThat(found(random.nextLong(), bytes)).isEqualTo(new ContentFinding.OtherBlock(other));
      assertThat(ByteOracle.whose(bytes)).containsExactly(new Stretch(0, 64, other));
    }
  }

  @Test
  void tornBlockIsNamedAlike() {
    SeededRandom random = new SeededRandom(2);
    for (int i = 0; i < 200; i++) {
      long hash = random.nextLong();
      long rest = random.nextLong();
      int right = random.between(1, 6) * Long.BYTES; // one word alone names nobody
      byte[] torn = filled(hash, 64);
      System.arraycopy(filled(rest, 64), right, torn, right, 64 - right);

      assertThat(found(hash, torn)).isEqualTo(new ContentFinding.Torn(right, Optional.of(rest)));
      assertThat(ByteOracle.whose(torn))
          .isEqualTo(List.of(new Stretch(0, right, hash), new Stretch(right, 64, rest)));
    }
  }

  /** Any one byte changed, and none. */
  @Test
  void bothSeeTheSameDamage() {
    SeededRandom random = new SeededRandom(3);
    for (int i = 0; i < 500; i++) {
      long hash = random.nextLong();
      byte[] bytes = filled(hash, 48);
      bytes[random.below(48)] ^= (byte) random.below(3);

      assertThat(found(hash, bytes).isRight()).isEqualTo(ByteOracle.isRight(hash, bytes));
    }
  }

  private static byte[] filled(long hash, int sizeBytes) {
    byte[] bytes = new byte[sizeBytes];
    new BlockContent(sizeBytes).fill(hash, ByteBuffer.wrap(bytes));
    return bytes;
  }

  private static ContentFinding found(long hash, byte[] bytes) {
    return new BlockContent(bytes.length).check(hash, ByteBuffer.wrap(bytes));
  }
}
