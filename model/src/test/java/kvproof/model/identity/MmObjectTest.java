package kvproof.model.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import kvproof.model.identity.MmObject.TokenRange;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MmObjectTest {
  private static MmObject object(long hash, TokenRange... offsets) {
    return new MmObject(hash, List.of(offsets));
  }

  private static TokenRange range(int start, int end) {
    return new TokenRange(start, end);
  }

  @ParameterizedTest
  @CsvSource({
    "0                   , 1000000",
    "1073741823          , 1074741823", // 2^30 - 1
    "1073741824          , 1000000", // 2^30
    "1073793790          , 1051966", // 2^30 + 51966
    "9533257059414191570 , 49115154",
    "18446744073709551615, 1074741823", // 2^64 - 1
  })
  void padValueKeepsTheLowThirtyBits(String hash, int expected) {
    assertThat(object(Long.parseUnsignedLong(hash)).padValue()).isEqualTo(expected);
  }

  @Nested
  class Identifiers {
    @Test
    void emptyTextHasNoHash() {
      assertThat(MmObject.hashOfIdentifier("")).isEqualTo(OptionalLong.empty());
    }

    @Test
    void sixtyFourHexDigitsAreCutToSixteen() {
      String digest = "fedcba9876543210" + "ABCDEF".repeat(8);

      assertThat(MmObject.hashOfIdentifier(digest)).hasValue(0xfedcba9876543210L);
    }

    @Test
    void opaqueTextIsHashed() {
      assertThat(HexHashes.of(MmObject.hashOfIdentifier("opaque-renderer-image-0").orElseThrow()))
          .isEqualTo("c85cacd6e51891a1");
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 63, 65})
    void hexDigitsOfAnotherNumberAreOpaque(int length) {
      String text = "a".repeat(length);

      assertThat(MmObject.hashOfIdentifier(text)).hasValue(Xxh3.seeded(0).hash(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"g", "-", "+", " ", "١"}) // the last is a digit, but not a hex digit
    void oneOtherCharacterMakesTheTextOpaque(String other) {
      String text = other + "0".repeat(63);

      assertThat(MmObject.hashOfIdentifier(text)).hasValue(Xxh3.seeded(0).hash(text));
    }
  }

  @Nested
  class PerBlock {
    @Test
    void offsetsAreSplitIntoBlocks() {
      assertThat(MmObject.perBlock(List.of(object(7, range(2, 6))), 10, 4))
          .containsExactly(
              List.of(object(7, range(2, 4))), List.of(object(7, range(0, 2))), List.of());
    }

    @Test
    void blockGetsAnObjectOnceWithAllItsRanges() {
      assertThat(MmObject.perBlock(List.of(object(7, range(0, 1), range(2, 5), range(5, 6))), 8, 4))
          .containsExactly(
              List.of(object(7, range(0, 1), range(2, 4))),
              List.of(object(7, range(0, 1), range(1, 2))));
    }

    @Test
    void objectsKeepTheirOrderAndTheirDuplicates() {
      assertThat(
              MmObject.perBlock(
                  List.of(object(9, range(3, 4)), object(7, range(0, 8)), object(7, range(0, 2))),
                  8,
                  4))
          .containsExactly(
              List.of(object(9, range(3, 4)), object(7, range(0, 4)), object(7, range(0, 2))),
              List.of(object(7, range(0, 4))));
    }

    @Test
    void rangesThatTouchABlockFromOutsideAreNotIn() {
      assertThat(MmObject.perBlock(List.of(object(7, range(4, 8), range(2, 2))), 12, 4))
          .containsExactly(List.of(), List.of(object(7, range(0, 4))), List.of());
    }

    @Test
    void rangesEndWithTheTokens() {
      assertThat(MmObject.perBlock(List.of(object(7, range(5, 99))), 6, 4))
          .containsExactly(List.of(), List.of(object(7, range(1, 2))));
    }

    @Test
    void blockSizeZeroGivesNoBlocks() {
      assertThat(MmObject.perBlock(List.of(object(7, range(0, 4))), 8, 0)).isEmpty();
    }

    @Test
    void hugeBlockIsOneBlock() {
      assertThat(MmObject.perBlock(List.of(object(7, range(1, 2))), 8, Integer.MAX_VALUE))
          .containsExactly(List.of(object(7, range(1, 2))));
    }
  }

  @Test
  void rangeThatEndsBeforeItsStartIsRefused() {
    assertThatThrownBy(() -> range(3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a token range: [3, 2)");
  }
}
