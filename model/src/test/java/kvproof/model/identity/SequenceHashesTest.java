package kvproof.model.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.stream.IntStream;
import kvproof.model.BlockHashes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SequenceHashesTest {
  private static final BlockHashes LOCAL_HASHES =
      RequestContent.of(Tokens.of(IntStream.rangeClosed(1, 12).toArray()), 4).localHashes();

  @Test
  void promptHasThePublishedSequenceHashes() {
    assertThat(HexHashes.of(SequenceHashes.of(LOCAL_HASHES)))
        .containsExactly("cb38e4d7fb2dca5c", "44a2b2379d6d3c3d", "aea1e67a6c80cf84");
  }

  @ParameterizedTest
  @CsvSource({
    "11 12 13 , 000000000000000b 91ad9ef362f0ffae 73bedcc063764e6e",
    "1 2 3 4 5, 0000000000000001 e853d985bbde7cf0 4b2f854bdae0f16f d5e865d272e58e8f e7f2565b1ed56e21",
  })
  void localHashesHaveThePublishedSequenceHashes(String localHashes, String expected) {
    BlockHashes chain =
        BlockHashes.of(HexHashes.cell(localHashes).stream().map(Long::valueOf).toList());

    assertThat(HexHashes.of(SequenceHashes.of(chain))).isEqualTo(HexHashes.cell(expected));
  }

  @Test
  void firstSequenceHashIsTheLocalHash() {
    assertThat(SequenceHashes.of(BlockHashes.of(42))).isEqualTo(BlockHashes.of(42));
    assertThat(SequenceHashes.next(OptionalLong.empty(), 42)).isEqualTo(42);
  }

  /** A parent whose hash happens to be 0 is a parent, and not the root. */
  @Test
  void zeroIsAParentLikeAnyOther() {
    assertThat(SequenceHashes.next(OptionalLong.of(0), 42))
        .isEqualTo(SequenceHashes.of(BlockHashes.of(0, 42)).at(1))
        .isNotEqualTo(42);
  }

  @Test
  void emptyChainHasNoHashes() {
    assertThat(SequenceHashes.of(BlockHashes.empty())).isEqualTo(BlockHashes.empty());
  }

  @Test
  void chainGrowsBlockByBlock() {
    long first = SequenceHashes.next(OptionalLong.empty(), LOCAL_HASHES.at(0));
    long second = SequenceHashes.next(OptionalLong.of(first), LOCAL_HASHES.at(1));
    long third = SequenceHashes.next(OptionalLong.of(second), LOCAL_HASHES.at(2));

    assertThat(SequenceHashes.of(LOCAL_HASHES)).isEqualTo(BlockHashes.of(first, second, third));
  }
}
