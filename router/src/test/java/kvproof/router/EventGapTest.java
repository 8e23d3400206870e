package kvproof.router;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.Ineligibility;
import org.junit.jupiter.api.Test;

/** A gapped owner keeps its credit and is no source; rows R20 and R21 of the fetch hints. */
class EventGapTest {
  private static final WorkerWithDpRank TARGET = new WorkerWithDpRank(9, 0);
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank W5 = new WorkerWithDpRank(5, 0);
  private static final CacheOwner K1 = new CacheOwner("K1");

  private final ReferenceRouter router = new ReferenceRouter();

  EventGapTest() {
    store(W1, DEVICE, 8);
    store(W5, DEVICE, 4);
  }

  private void store(Owner owner, StorageTier tier, int blocks) {
    router.apply(
        new Stored(
            owner,
            tier,
            OptionalLong.empty(),
            BlockHashes.of(LongStream.rangeClosed(1, blocks).toArray()),
            BlockHashes.of(LongStream.rangeClosed(101, 100 + blocks).toArray())));
  }

  private Answer answer() {
    return answerOf(router);
  }

  private static Answer answerOf(ReferenceRouter asked) {
    return asked.answer(
        new Request(
            "q", BlockHashes.of(LongStream.rangeClosed(1, 8).toArray()), List.of(TARGET, W5)));
  }

  /** Source and credited end for the cold target. */
  private String chosen() {
    return chosenBy(router);
  }

  private static String chosenBy(ReferenceRouter asked) {
    Answer.SourceChoice choice = answerOf(asked).choices().get(TARGET);
    return choice.source().map(Owner::toString).orElse("none") + " " + choice.end();
  }

  @Test
  void r20GappedRankKeepsItsOverlapAndIsNoSource() {
    assertThat(chosen()).isEqualTo("1/0 8");

    router.replace(new StreamState(W1, true));

    assertThat(chosen()).isEqualTo("5/0 4");
    assertThat(answer().device().get(W1).blocks()).isEqualTo(8);
    assertThat(answer().choices().get(W5).source()).isEmpty();
    assertThat(router.residentBlocks(W1)).hasValue(8);
    assertThat(router.ineligibleSources(Ineligibility.EVENT_GAP)).isPositive();
  }

  @Test
  void r21AppliedDumpMakesItASourceAgain() {
    router.replace(new StreamState(W1, true));

    router.apply(Cleared.of(W1));
    store(W1, DEVICE, 8);

    assertThat(chosen()).isEqualTo("1/0 8");
  }

  @Test
  void resynchronisedStreamIsASourceAgain() {
    router.replace(new StreamState(W1, true));

    router.replace(new StreamState(W1, false));

    assertThat(chosen()).isEqualTo("1/0 8");
  }

  @Test
  void registrationAnewMakesItASourceAgain() {
    router.replace(new StreamState(W1, true));
    router.apply(new RankRemoved(W1));
    store(W1, DEVICE, 8);
    assertThat(chosen()).isEqualTo("1/0 8");

    router.replace(new StreamState(W1, true));
    router.apply(new WorkerRemoved(1));
    store(W1, DEVICE, 8);
    assertThat(chosen()).isEqualTo("1/0 8");
  }

  @Test
  void clearOfAnotherRankOfTheWorkerDoesNotResynchronise() {
    router.replace(new StreamState(W1, true));

    router.apply(Cleared.of(new WorkerWithDpRank(1, 1)));
    router.replace(WorkerSnapshot.unlisted());
    router.replace(ResidencySnapshot.empty());

    assertThat(chosen()).isEqualTo("5/0 4");
  }

  @Test
  void gappedCacheOwnerIsNoSourceEither() {
    store(K1, HOST_PINNED, 8);
    router.replace(
        ResidencySnapshot.builder()
            .advertise(K1, new HintSource("tcp://k1:1", "decode", Optional.empty()))
            .build());
    router.replace(new StreamState(W1, true));
    assertThat(chosen()).isEqualTo("K1 8");

    router.replace(new StreamState(K1, true));

    assertThat(chosen()).isEqualTo("5/0 4");
    router.apply(new Cleared(Optional.of(W5), Optional.of(K1)));
    store(K1, HOST_PINNED, 8);
    assertThat(chosen()).isEqualTo("K1 8");
  }

  @Test
  void copyKnowsTheGaps() {
    router.replace(new StreamState(W1, true));

    assertThat(chosenBy(router.copy())).isEqualTo("5/0 4");
  }

  @Test
  void ownerIsGappedBeforeItsFirstBlock() {
    WorkerWithDpRank late = new WorkerWithDpRank(0, 0);
    router.replace(new StreamState(late, true));

    store(late, DEVICE, 8);

    assertThat(chosen()).isEqualTo("1/0 8");
    assertThat(router.residentBlocks(late)).hasValue(8);
  }
}
