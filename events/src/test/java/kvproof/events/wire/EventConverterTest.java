package kvproof.events.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.routerevent.ResidencyDomain;
import kvproof.events.routerevent.RouterEvent;
import kvproof.events.routerevent.RouterEventData.Cleared;
import kvproof.events.routerevent.RouterEventData.Removed;
import kvproof.events.routerevent.RouterEventData.Stored;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.FilterResult.Accepted;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.Tokens;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventConverterTest {
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(7, -2);
  private static final int BLOCK_SIZE = 4;

  private final EventConverter converter =
      new EventConverter(StreamConfig.of(new WorkerWithDpRank(7, 0), BLOCK_SIZE));

  private RouterEvent convert(EngineEvent event) {
    return converter.convert(new Accepted(event, StorageTier.HOST_PINNED, ""), RANK.dpRank(), -1);
  }

  private static BlockStored stored(OptionalLong parent, int tokens, long... hashes) {
    return BlockStored.of(
        BlockHashes.of(hashes),
        parent,
        TokenIds.plain(IntStream.rangeClosed(1, tokens).toArray()),
        BLOCK_SIZE);
  }

  private int blocks(BlockStored event) {
    return ((Stored) convert(event).data()).blocks().size();
  }

  private long count(ConversionCount reason) {
    return converter.counts().of(reason);
  }

  @Test
  void eventIsAboutItsRankOnItsTierUnderTheSequenceOfTheBatch() {
    RouterEvent event =
        convert(stored(OptionalLong.of(100), 8, 101, 102).withSessionId("session-1"));

    assertThat(event.rank()).isEqualTo(RANK);
    assertThat(event.tier()).isEqualTo(StorageTier.HOST_PINNED);
    assertThat(event.domain()).isEqualTo(ResidencyDomain.WORKER);
    assertThat(event.eventId()).isEqualTo(-1); // 2^64 - 1
    assertThat(event.stateSource()).isEmpty();
    assertThat(event.sessionId()).contains("session-1");
    Stored data = (Stored) event.data();
    assertThat(data.parentHash()).hasValue(100);
    assertThat(data.startPosition()).isEmpty();
  }

  @Test
  void removalKeepsItsHashesAsTheyAre() {
    assertThat(convert(BlockRemoved.of(BlockHashes.of(5, 5, 1))))
        .isEqualTo(
            RouterEvent.ofRank(
                RANK, StorageTier.HOST_PINNED, -1, new Removed(BlockHashes.of(5, 5, 1))));
  }

  @Test
  void clearNamesTheDeviceAsAPlaceholder() {
    assertThat(convert(AllBlocksCleared.ofFramework()))
        .isEqualTo(RouterEvent.ofRank(RANK, StorageTier.DEVICE, -1, new Cleared()));
  }

  @ParameterizedTest
  @CsvSource({"101, 101, ", "101, 102, 101", "101, 102, 102"})
  void hashThatOccursTwiceMakesARemovalOfNothing(long first, long second, Long parent) {
    BlockStored event =
        stored(parent == null ? OptionalLong.empty() : OptionalLong.of(parent), 8, first, second);

    assertThat(convert(event))
        .isEqualTo(
            RouterEvent.ofRank(
                RANK, StorageTier.HOST_PINNED, -1, new Removed(BlockHashes.empty())));
    assertThat(count(ConversionCount.MALFORMED)).isEqualTo(1);
  }

  @Test
  void blocksOfAnotherSizeAreNotKept() {
    assertThat(
            blocks(
                BlockStored.of(
                    BlockHashes.of(1),
                    OptionalLong.empty(),
                    TokenIds.plain(1, 2, 3, 4, 5, 6, 7, 8),
                    8)))
        .isZero();
    assertThat(
            blocks(
                BlockStored.of(
                    BlockHashes.of(1), OptionalLong.empty(), TokenIds.plain(1, 2, 3, 4), -1)))
        .isZero();
    assertThat(
            blocks(
                BlockStored.of(
                    BlockHashes.of(1),
                    OptionalLong.empty(),
                    TokenIds.plain(1, 2, 3, 4),
                    4 + (1L << 32))))
        .isZero();

    assertThat(count(ConversionCount.BLOCK_SIZE_MISMATCH)).isEqualTo(3);
  }

  @Test
  void blocksWithoutTokensAreNotKept() {
    assertThat(blocks(stored(OptionalLong.empty(), 7, 1, 2))).isEqualTo(1);
    assertThat(blocks(stored(OptionalLong.empty(), 3, 1, 2))).isZero();

    assertThat(count(ConversionCount.TOKENS_RAN_OUT)).isEqualTo(2);
    assertThat(count(ConversionCount.POSSIBLE_MISPAIRING)).isZero();
  }

  @Test
  void tokensOfAnIncompleteBlockAreNoMispairing() {
    assertThat(blocks(stored(OptionalLong.empty(), 11, 1, 2))).isEqualTo(2);
    assertThat(blocks(stored(OptionalLong.empty(), 12, 1, 2))).isEqualTo(2);

    assertThat(count(ConversionCount.POSSIBLE_MISPAIRING)).isEqualTo(1);
  }

  @Test
  void eagleBlockNeedsOneTokenMore() {
    BlockHashes two = BlockHashes.of(1, 2);
    int[] nine = IntStream.range(0, 9).toArray();
    int[] eight = IntStream.range(0, 8).toArray();

    assertThat(blocks(BlockStored.of(two, OptionalLong.empty(), TokenIds.bigram(nine), 4)))
        .isEqualTo(2);
    assertThat(blocks(BlockStored.of(two, OptionalLong.empty(), TokenIds.bigram(eight), 4)))
        .isEqualTo(1);
  }

  @Test
  void onlyTheFirstThreeMismatchesAreToldInWords() {
    for (int i = 0; i < 5; i++) {
      convert(stored(OptionalLong.empty(), 3, 1));
    }

    assertThat(count(ConversionCount.TOKENS_RAN_OUT)).isEqualTo(5);
    assertThat(converter.warnings())
        .hasSize(3)
        .containsOnly("tokens_ran_out: 3 tokens against 1 hashes of 4, block size 4");
  }

  @Test
  void eventsAreCountedByTier() {
    convert(stored(OptionalLong.empty(), 4, 1));
    convert(BlockRemoved.of(BlockHashes.of(1)));
    convert(AllBlocksCleared.ofFramework());
    converter.convert(new Accepted(stored(OptionalLong.empty(), 4, 1), StorageTier.DISK, ""), 0, 0);

    assertThat(converter.counts().byLabel().toString())
        .isEqualTo("{clear=1, disk_event=1, host_pinned_event=2}");
  }

  /**
   * With EAGLE the last token of a block is the first of the next one, and pads differ by block.
   */
  @Test
  void padsOfAnEagleBlockReachIntoItsLastToken() {
    var padding =
        new EventConverter(
            StreamConfig.of(new WorkerWithDpRank(7, 0), 2)
                .withPlaceholders(OptionalInt.of(99), OptionalInt.empty()));
    BlockStored event =
        BlockStored.of(
                BlockHashes.of(1, 2), OptionalLong.empty(), TokenIds.bigram(10, 11, 99, 13, 14), 2)
            .withContent(
                ContentKeys.NONE.withBlockMmInfos(
                    List.of(List.of(MmObjectInfo.of(41)), List.of(MmObjectInfo.of(42)))));

    Stored data =
        (Stored) padding.convert(new Accepted(event, StorageTier.DEVICE, ""), 0, 0).data();

    assertThat(data.blocks().get(0).tokensHash()).isEqualTo(eagle(10, 11, 1_000_041));
    assertThat(data.blocks().get(1).tokensHash()).isEqualTo(eagle(1_000_042, 13, 14));
  }

  private static long eagle(int... tokens) {
    return RequestContent.of(Tokens.of(tokens), tokens.length - 1)
        .withEagle(true)
        .localHashes()
        .at(0);
  }

  @Test
  void blockSizeZeroIsRefused() {
    assertThatThrownBy(() -> StreamConfig.of(RANK, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("not a block size: 0");
  }
}
