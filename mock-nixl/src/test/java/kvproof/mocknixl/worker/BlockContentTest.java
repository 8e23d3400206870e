package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.worker.ContentFinding.Damaged;
import kvproof.mocknixl.worker.ContentFinding.Displaced;
import kvproof.mocknixl.worker.ContentFinding.NeverWritten;
import kvproof.mocknixl.worker.ContentFinding.OtherBlock;
import kvproof.mocknixl.worker.ContentFinding.Right;
import kvproof.mocknixl.worker.ContentFinding.Torn;
import kvproof.mocknixl.worker.ContentFinding.Truncated;
import org.junit.jupiter.api.Test;

class BlockContentTest {
  private static final int BYTES = 64;
  private static final long HASH = 101;
  private static final long OTHER = 0xfedc_ba98_7654_3210L;

  private final BlockContent content = new BlockContent(BYTES);

  @Test
  void bytesAreAFunctionOfTheHash() {
    assertThat(bytesOf(HASH)).isEqualTo(bytesOf(HASH)).isNotEqualTo(bytesOf(HASH + 1));
    assertThat(HexFormat.of().formatHex(bytesOf(HASH), 0, 16))
        .isEqualTo("17031347d785d4a717d764ad5f4a02d1");
  }

  @Test
  void longerBlockBeginsAsAShorterOne() {
    byte[] longer = new byte[2 * BYTES];
    new BlockContent(2 * BYTES).fill(HASH, ByteBuffer.wrap(longer));

    assertThat(Arrays.copyOf(longer, BYTES)).isEqualTo(bytesOf(HASH));
  }

  @Test
  void buffersAreUsedBetweenPositionAndLimitAndLeftAsTheyAre() {
    ByteBuffer memory = ByteBuffer.allocateDirect(8 + BYTES + 8).order(ByteOrder.BIG_ENDIAN);
    memory.position(8).limit(8 + BYTES);
    ByteBuffer before = memory.duplicate();

    content.fill(HASH, memory);

    assertThat(content.check(HASH, memory)).isEqualTo(new Right());
    assertThat(memory.position()).isEqualTo(before.position());
    assertThat(memory.limit()).isEqualTo(before.limit());
    assertThat(memory.order()).isEqualTo(ByteOrder.BIG_ENDIAN);
    assertThat(memory.clear().getLong(0)).isZero();
    assertThat(memory.getLong(8 + BYTES)).isZero();
  }

  @Test
  void rightBytesAreRight() {
    for (long hash : new long[] {HASH, 0, -1}) {
      assertThat(check(hash, bytesOf(hash))).isEqualTo(new Right());
    }
  }

  @Test
  void otherBlockIsNamed() {
    assertThat(check(HASH, bytesOf(OTHER))).isEqualTo(new OtherBlock(OTHER));
    assertThat(check(HASH, bytesOf(HASH + 1))).isEqualTo(new OtherBlock(HASH + 1));
  }

  @Test
  void memoryThatWasNeverWrittenIsNamed() {
    assertThat(check(HASH, new byte[BYTES])).isEqualTo(new NeverWritten());
  }

  @Test
  void blockTornOverAnotherOneNamesIt() {
    byte[] block = bytesOf(OTHER);
    System.arraycopy(bytesOf(HASH), 0, block, 0, BYTES / 2);

    assertThat(check(HASH, block)).isEqualTo(new Torn(BYTES / 2, Optional.of(OTHER)));
  }

  @Test
  void erasedBlockIsNotThereAnyMoreAndOthersStay() {
    ByteBuffer block = ByteBuffer.wrap(bytesOf(HASH));
    content.erase(HASH, List.of(block));
    assertThat(content.check(HASH, block)).isEqualTo(new NeverWritten());

    ByteBuffer other = ByteBuffer.wrap(bytesOf(OTHER));
    content.erase(HASH, List.of(other));
    assertThat(content.check(HASH, other)).isEqualTo(new OtherBlock(OTHER));

    byte[] torn = bytesOf(OTHER);
    System.arraycopy(bytesOf(HASH), 0, torn, 0, BYTES / 2);
    content.erase(HASH, List.of(ByteBuffer.wrap(torn)));
    assertThat(Arrays.copyOf(torn, BYTES / 2)).containsOnly(0);
    assertThat(Arrays.copyOfRange(torn, BYTES / 2, BYTES))
        .isEqualTo(Arrays.copyOfRange(bytesOf(OTHER), BYTES / 2, BYTES));
  }

  @Test
  void blockTornOverZeroesIsTruncated() {
    byte[] block = Arrays.copyOf(Arrays.copyOf(bytesOf(HASH), 24), BYTES);

    assertThat(check(HASH, block)).isEqualTo(new Truncated(24));
  }

  @Test
  void blockTornOverBytesOfNobodyIsTorn() {
    byte[] block = bytesOf(HASH);
    Arrays.fill(block, 24, BYTES, (byte) 7);

    assertThat(check(HASH, block)).isEqualTo(new Torn(24, Optional.empty()));
  }

  @Test
  void lastWordAloneNamesNobody() {
    byte[] block = bytesOf(OTHER);
    System.arraycopy(bytesOf(HASH), 0, block, 0, BYTES - 8);

    assertThat(check(HASH, block)).isEqualTo(new Torn(BYTES - 8, Optional.empty()));
  }

  @Test
  void partsThatChangedPlacesAreItsOwnBytesDisplaced() {
    byte[] block = bytesOf(HASH);
    System.arraycopy(bytesOf(HASH), BYTES / 2, block, 0, BYTES / 2);
    System.arraycopy(bytesOf(HASH), 0, block, BYTES / 2, BYTES / 2);

    assertThat(check(HASH, block)).isEqualTo(new Displaced(0, BYTES / 2));
  }

  @Test
  void repeatedBeginningIsItsOwnBytesDisplaced() {
    byte[] block = bytesOf(HASH);
    System.arraycopy(bytesOf(HASH), 0, block, BYTES / 2, BYTES / 2);

    assertThat(check(HASH, block)).isEqualTo(new Displaced(BYTES / 2, -BYTES / 2));
  }

  @Test
  void everyFlippedBitIsSeen() {
    for (int bit = 0; bit < BYTES * 8; bit++) {
      byte[] block = bytesOf(HASH);
      block[bit / 8] ^= (byte) (1 << (bit % 8));

      assertThat(check(HASH, block).isRight()).isFalse();
    }
  }

  @Test
  void damageIsLocated() {
    byte[] block = bytesOf(HASH);
    block[17]++;
    block[33]++;

    assertThat(check(HASH, block)).isEqualTo(new Damaged(16, 16, Optional.empty()));
  }

  @Test
  void anotherBlocksBytesInTheMiddleNameIt() {
    byte[] block = bytesOf(HASH);
    System.arraycopy(bytesOf(OTHER), 16, block, 16, 24);

    assertThat(check(HASH, block)).isEqualTo(new Damaged(16, 24, Optional.of(OTHER)));
  }

  @Test
  void sizesMustFit() {
    assertThatIllegalArgumentException().isThrownBy(() -> new BlockContent(8));
    assertThatIllegalArgumentException().isThrownBy(() -> new BlockContent(20));
    for (int bytes : new int[] {0, BYTES - 8, BYTES + 8}) {
      ByteBuffer wrong = ByteBuffer.allocate(bytes);
      assertThatIllegalArgumentException().isThrownBy(() -> content.fill(HASH, wrong));
      assertThatIllegalArgumentException().isThrownBy(() -> content.check(HASH, wrong));
    }
    List<ByteBuffer> uneven = List.of(ByteBuffer.allocate(BYTES - 4), ByteBuffer.allocate(4));
    assertThatIllegalArgumentException().isThrownBy(() -> content.fill(HASH, uneven));
  }

  @Test
  void findingsReadAsASentence() {
    assertThat(new WrongBlock(104, new OtherBlock(107))).hasToString("block 104 is block 107");
    assertThat(new WrongBlock(104, new NeverWritten())).hasToString("block 104 is never written");
    assertThat(new WrongBlock(104, new Truncated(32)))
        .hasToString("block 104 is right for 32 bytes, then never written");
    assertThat(new WrongBlock(104, new Torn(32, Optional.of(7L))))
        .hasToString("block 104 is right for 32 bytes, then block 7");
    assertThat(new WrongBlock(104, new Displaced(0, 32)))
        .hasToString("block 104 is from 0 on its own bytes of 32");
    assertThat(new WrongBlock(104, new Damaged(8, 16, Optional.empty())))
        .hasToString("block 104 is 16 wrong bytes from 8 on");
    assertThat(new WrongBlock(104, new Damaged(8, 16, Optional.of(7L))))
        .hasToString("block 104 is 16 wrong bytes from 8 on, the first of block 7");
  }

  private ContentFinding check(long hash, byte[] block) {
    return content.check(hash, ByteBuffer.wrap(block));
  }

  private byte[] bytesOf(long hash) {
    byte[] block = new byte[BYTES];
    content.fill(hash, ByteBuffer.wrap(block));
    return block;
  }
}
