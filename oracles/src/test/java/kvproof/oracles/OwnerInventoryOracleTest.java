package kvproof.oracles;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvHint;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.TierStatistics;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.Notation.Taken;
import org.junit.jupiter.api.Test;

/** What the worked examples leave open: hashes, statistics, statuses, and the form of a hint. */
class OwnerInventoryOracleTest {
  private static final WorkerWithDpRank W1 = Notation.rank("w1");

  @Test
  void lastMatchedHashesAndNextPositionsAreTheRanksOwn() {
    Answer answer =
        answer(
            "S w1 p=- [1:201 2:202]; host S w1 p=202 [3:203]; host S w2 p=- [1:101];"
                + " disk S w1 p=999 [7:907]",
            4);

    assertThat(answer.device()).containsOnlyKeys(W1).containsValue(new DeviceMatch(2, 202));
    var host = requireNonNull(answer.lower().get(StorageTier.HOST_PINNED));
    var disk = requireNonNull(answer.lower().get(StorageTier.DISK));
    assertThat(host.next().toString()).isEqualTo("{1/0=3 after 203, 2/0=1 after 101}");
    assertThat(disk.next()).isEqualTo(host.next());
    assertThat(host.next()).containsValue(new WalkPosition(3, OptionalLong.of(203)));
  }

  @Test
  void everyLowerTierThatHadAnEventIsListed() {
    assertThat(answer("host R w1 [7]; disk S w1 p=- []; C w1", 1).lower().keySet())
        .containsExactly(StorageTier.HOST_PINNED, StorageTier.DISK);
    assertThat(answer("external S w1 p=7 [1:7]; C w1; rank w2", 1).lower()).isEmpty();
  }

  @Test
  void hintNamesTheChainFromTheRootAndTheSourcesEndpoint() {
    var choice = requireNonNull(answer("device w1 0-1; host w2 2-3", 6).choices().get(W1));

    assertThat(choice.hint())
        .contains(KvHint.fetch("request-1", BlockHashes.of(101, 102, 103, 104), "tcp://w2:9000"));
  }

  @Test
  void endpointOfACacheOwnerIsThatOfItsRecord() {
    var choice =
        requireNonNull(answer("device w1 0-1; host K1 2-3; advertise K1", 6).choices().get(W1));

    assertThat(choice.hint().map(KvHint::actions).map(List::getFirst).map(Object::toString))
        .hasValueSatisfying(action -> assertThat(action).contains("tcp://K1"));
  }

  @Test
  void statisticsCountDetachedBlocksMalformedStoresAndDuplicates() {
    Taken taken =
        Notation.take(
            "S w1 p=500 [3:103 4:104]; S w1 p=500 [3:103 4:104]; S w1 p=- [1:101];"
                + " S w1 p=- []; S w1 p=7 [2:7]; host S K1 p=104 [5:105]; C w1");

    assertThat(taken.oracle().statistics(StorageTier.DEVICE))
        .isEqualTo(new TierStatistics(1, 1, 1));
    assertThat(taken.oracle().statistics(StorageTier.HOST_PINNED))
        .isEqualTo(new TierStatistics(1, 0, 0));
    assertThat(taken.oracle().statistics(StorageTier.DISK)).isEqualTo(new TierStatistics(0, 0, 0));
  }

  @Test
  void removalOfAnUnknownBlockStillRemovesTheOthers() {
    assertThat(Notation.take("disk S w1 p=- [1:101]; disk R w1 [7 101]").lastStatus())
        .isEqualTo(ApplyStatus.BLOCK_NOT_FOUND);
    assertThat(Notation.take("disk S w1 p=- [1:101]; disk R w1 [7 101]").oracle().heldBlocks())
        .isEmpty();
    assertThat(Notation.take("disk S w1 p=- [1:101]; disk R w1 [101 101]").lastStatus())
        .isEqualTo(ApplyStatus.OK);
    assertThat(Notation.take("disk R w1 [101]").lastStatus())
        .isEqualTo(ApplyStatus.BLOCK_NOT_FOUND);
  }

  @Test
  void eventsOfACacheOwnerOnTheDeviceChangeNothing() {
    Taken taken = Notation.take("device S K1 p=- [1:1 2:1]; device R K1 [1]");

    assertThat(taken.lastStatus()).isEqualTo(ApplyStatus.UNSUPPORTED_RESIDENCY_DOMAIN);
    assertThat(taken.oracle().heldBlocks()).isEmpty();
    assertThat(taken.oracle().statistics(StorageTier.DEVICE))
        .isEqualTo(new TierStatistics(0, 0, 0));
  }

  @Test
  void clearReachesAllTiersOfTheNamedOwnersOnly() {
    String held = "device w1 0-0; disk w1 0-0; host K1 0-0; host K2 0-0; device w1.1 0-0";
    Taken taken = Notation.take(held);

    taken.oracle().apply(new Cleared(Optional.of(W1), Optional.of(new CacheOwner("K1"))));

    assertThat(taken.oracle().heldBlocks())
        .extracting(block -> block.owner().toString())
        .containsExactly("1/1", "K2");
  }

  @Test
  void removedWorkersLeaveTheCacheOwnersAlone() {
    Taken taken =
        Notation.take("device w1 0-0; host w1.1 0-0; host K1 0-0; project K1 w1; worker w1");

    assertThat(taken.oracle().heldBlocks())
        .extracting(block -> block.owner().toString())
        .containsExactly("K1");
  }

  @Test
  void blocksAreDumpedByTierOwnerAndUnsignedHash() {
    Taken taken =
        Notation.take(
            "host S K1 p=- [1:101]; host S w1 p=- [1:18446744073709551615 2:5]; S w2 p=7 [3:9]");

    assertThat(taken.oracle().heldBlocks())
        .isSortedAccordingTo(HeldBlock.DUMP_ORDER)
        .containsExactly(
            new HeldBlock(StorageTier.DEVICE, Notation.rank("w2"), OptionalLong.of(7), 3, 9),
            new HeldBlock(StorageTier.HOST_PINNED, W1, OptionalLong.of(-1), 2, 5),
            new HeldBlock(StorageTier.HOST_PINNED, W1, OptionalLong.empty(), 1, -1),
            new HeldBlock(
                StorageTier.HOST_PINNED, new CacheOwner("K1"), OptionalLong.empty(), 1, 101));
  }

  @Test
  void anEmptyPromptHasNoHitsAndNoSource() {
    Answer answer = answer("device w1 0-3; host w2 0-3", 0);

    assertThat(answer.device()).isEmpty();
    assertThat(answer.candidates()).isEmpty();
    assertThat(answer.intervals()).isEmpty();
    assertThat(answer.choices().toString()).startsWith("{1/0=SourceChoice[frontier=0, source=Opti");
  }

  private static Answer answer(String steps, int size) {
    return Notation.take(steps)
        .oracle()
        .answer(new Request("request-1", Notation.usualPrompt(size), List.of(W1)));
  }
}
