package kvproof.soak.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
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
    new BlockContent(2 * BYTES).fill(HASH, longer);

    assertThat(Arrays.copyOf(longer, BYTES)).isEqualTo(bytesOf(HASH));
  }

  @Test
  void rightBytesAreRight() {
    assertThat(content.check(HASH, bytesOf(HASH))).isEqualTo(new ContentFinding.Right());
    assertThat(content.check(0, bytesOf(0))).isEqualTo(new ContentFinding.Right());
    assertThat(content.check(-1, bytesOf(-1))).isEqualTo(new ContentFinding.Right());
  }

  @Test
  void otherBlockIsNamed() {
    assertThat(content.check(HASH, bytesOf(OTHER))).isEqualTo(new ContentFinding.OtherBlock(OTHER));
    assertThat(content.check(HASH, bytesOf(HASH + 1)))
        .isEqualTo(new ContentFinding.OtherBlock(HASH + 1));
  }

  @Test
  void truncatedBlockOverAnotherOneIsToldApart() {
    byte[] block = bytesOf(OTHER);
    System.arraycopy(bytesOf(HASH), 0, block, 0, BYTES / 2);

    assertThat(content.check(HASH, block))
        .isEqualTo(new ContentFinding.Truncated(BYTES / 2, Optional.of(OTHER)));
  }

  @Test
  void truncatedBlockOverZeroesIsToldApart() {
    byte[] block = Arrays.copyOf(Arrays.copyOf(bytesOf(HASH), 24), BYTES);

    assertThat(content.check(HASH, block))
        .isEqualTo(new ContentFinding.Truncated(24, Optional.empty()));
  }

  @Test
  void lastWordAloneNamesNobody() {
    byte[] block = bytesOf(OTHER);
    System.arraycopy(bytesOf(HASH), 0, block, 0, BYTES - 8);

    assertThat(content.check(HASH, block))
        .isEqualTo(new ContentFinding.Truncated(BYTES - 8, Optional.empty()));
  }

  @Test
  void everyFlippedBitIsSeen() {
    for (int bit = 0; bit < BYTES * 8; bit++) {
      byte[] block = bytesOf(HASH);
      block[bit / 8] ^= (byte) (1 << (bit % 8));

      assertThat(content.check(HASH, block)).isNotEqualTo(new ContentFinding.Right());
    }
  }

  @Test
  void damageIsLocated() {
    byte[] block = bytesOf(HASH);
    block[17]++;
    block[33]++;

    assertThat(content.check(HASH, block)).isEqualTo(new ContentFinding.Damaged(16, 16));
  }

  @Test
  void emptyMemoryIsNoBlock() {
    assertThat(content.check(HASH, new byte[BYTES]))
        .isEqualTo(new ContentFinding.Damaged(0, BYTES));
  }

  @Test
  void sizesMustFit() {
    assertThatIllegalArgumentException().isThrownBy(() -> new BlockContent(8));
    assertThatIllegalArgumentException().isThrownBy(() -> new BlockContent(20));
    assertThatIllegalArgumentException().isThrownBy(() -> content.fill(HASH, new byte[BYTES - 8]));
    assertThatIllegalArgumentException().isThrownBy(() -> content.check(HASH, new byte[BYTES + 8]));
  }

  @Test
  void findingsReadAsASentence() {
    assertThat(new WrongBlock(104, new ContentFinding.OtherBlock(107)))
        .hasToString("block 104 is block 107");
    assertThat(new WrongBlock(104, new ContentFinding.Truncated(32, Optional.of(7L))))
        .hasToString("block 104 is right for 32 bytes, then block 7");
    assertThat(new WrongBlock(104, new ContentFinding.Damaged(8, 16)))
        .hasToString("block 104 is 16 wrong bytes from 8 on");
  }

  private byte[] bytesOf(long hash) {
    byte[] block = new byte[BYTES];
    content.fill(hash, block);
    return block;
  }
}
