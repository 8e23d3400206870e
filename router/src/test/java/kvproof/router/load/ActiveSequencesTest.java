package kvproof.router.load;

import static kvproof.router.load.Seconds.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.BlockHashes;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.RequestContent;
import kvproof.model.identity.SequenceHashes;
import kvproof.model.identity.Tokens;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ActiveSequencesTest {
  private static final int BLOCK_SIZE = 4;
  private static final WorkerWithDpRank A = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank B = new WorkerWithDpRank(2, 0);
  private static final BookingOutcome BOOKED = new BookingOutcome.Booked(List.of());

  private ActiveSequences sequences = withExpiry(OptionalLong.of(s(300)));

  private static ActiveSequences withExpiry(OptionalLong nanos) {
    ActiveSequences sequences = new ActiveSequences(nanos);
    sequences.register(SchedulableWorker.of(1), 0);
    sequences.register(SchedulableWorker.of(2, 0, 2), 0);
    return sequences;
  }

  private static Booking booking(String id, WorkerWithDpRank rank, long tokens, long... hashes) {
    return new Booking(id, 0, rank, BlockHashes.of(hashes), tokens, OptionalLong.empty(), true);
  }

  private BookingOutcome add(String id, WorkerWithDpRank rank, long seconds, long... hashes) {
    long tokens = (long) hashes.length * BLOCK_SIZE;
    return sequences.add(booking(id, rank, tokens, hashes), UnknownRank.REFUSE, s(seconds));
  }

  private long blocks(WorkerWithDpRank rank) {
    return sequences.activeBlocks(sequences.slotOf(rank));
  }

  private long tokens(WorkerWithDpRank rank) {
    return sequences.activePrefillTokens(sequences.slotOf(rank), 0);
  }

  private long requests(WorkerWithDpRank rank) {
    return sequences.activeRequests(sequences.slotOf(rank));
  }

  private long additional(WorkerWithDpRank rank, BlockHashes query) {
    LoadProjection projection = new LoadProjection();
    sequences.project(query, 0, projection);
    return projection.additionalBlocks(sequences.slotOf(rank));
  }

  private long potential(WorkerWithDpRank rank, BlockHashes query) {
    return blocks(rank) + additional(rank, query);
  }

  @Tag("H10")
  @Test
  void prefixesSharedOnOneRankCountOnce() {
    sequences.add(booking("one", A, 12, 1, 2, 3), UnknownRank.REFUSE, 0);
    assertThat(List.of(blocks(A), tokens(A))).containsExactly(3L, 12L);
    sequences.add(booking("two", A, 4, 5), UnknownRank.REFUSE, 0);
    assertThat(List.of(blocks(A), tokens(A))).containsExactly(4L, 16L);
    sequences.add(booking("three", A, 0, 1, 2, 3, 4), UnknownRank.REFUSE, 0);
    assertThat(List.of(blocks(A), tokens(A))).containsExactly(5L, 16L);

    sequences.free("two", 0);
    assertThat(List.of(blocks(A), tokens(A))).containsExactly(4L, 12L);
    sequences.free("three", 0);
    assertThat(List.of(blocks(A), tokens(A))).containsExactly(3L, 12L);
    sequences.free("one", 0);
    assertThat(List.of(blocks(A), tokens(A))).containsExactly(0L, 0L);
    assertThat(sequences.promptNodes()).isZero();
  }

  @Tag("H11")
  @Test
  void fractionAppliesToTheTailAndToTheOutput() {
    add("r", A, 0, 1, 2, 3);

    assertThat(sequences.addOutputBlocks("r", 3, 0.5)).isTrue();

    assertThat(blocks(A)).isEqualTo(3);
  }

  @Tag("H12")
  @Test
  void noOutputAndAnUnknownIdChangeNothing() {
    add("r", A, 0, 1, 2, 3);

    assertThat(sequences.addOutputBlocks("r", 0, 0.5)).isTrue();
    assertThat(sequences.addOutputBlocks("nobody", 2, 0.5)).isFalse();

    assertThat(blocks(A)).isEqualTo(3);
    assertThat(blocks(B)).isZero();
  }

  @ParameterizedTest
  @CsvSource({"-1, 0.5", "1, -0.1", "1, 1.1", "1, NaN"})
  void outputOutsideItsRangeIsRefused(int blocks, double fraction) {
    assertThatThrownBy(() -> sequences.addOutputBlocks("r", blocks, fraction))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(blocks + " output blocks that count " + fraction)
        .hasMessageContaining("'r'");
  }

  @Tag("H15")
  @Test
  void idBookedAnywhereIsADuplicate() {
    add("r", A, 0, 1, 2);

    assertThat(add("r", B, 1, 7, 8, 9)).isEqualTo(new BookingOutcome.DuplicateRequest("r", A));

    assertThat(sequences.rankOf("r")).isEqualTo(A);
    assertThat(List.of(blocks(A), tokens(A), requests(A))).containsExactly(2L, 8L, 1L);
    assertThat(List.of(blocks(B), tokens(B), requests(B))).containsExactly(0L, 0L, 0L);
  }

  @Tag("H16")
  @Test
  void newsOfAnotherRankHaveNoEffect() {
    add("r", A, 0, 1, 2);

    assertThat(sequences.completePrefill("r", Fence.of(B), 0)).isFalse();
    assertThat(sequences.free("r", Fence.of(B), 0)).isFalse();
    assertThat(List.of(blocks(A), tokens(A))).containsExactly(2L, 8L);

    assertThat(sequences.completePrefill("r", Fence.of(A), 0)).isTrue();
    assertThat(sequences.free("r", Fence.of(A), 0)).isTrue();
    assertThat(List.of(blocks(A), tokens(A))).containsExactly(0L, 0L);
  }

  @Tag("H17")
  @Test
  void newsOfAnOldAttemptLeaveTheNewOneAlone() {
    Booking old = booking("r", A, 8, 1, 2);
    sequences.add(old, UnknownRank.REFUSE, 0);
    sequences.free("r", 0);
    var renewed = new Booking("r", 1, A, old.sequenceHashes(), 8, OptionalLong.empty(), true);
    sequences.add(renewed, UnknownRank.REFUSE, 0);

    assertThat(sequences.completePrefill("r", Fence.of(A, 0), 0)).isFalse();
    assertThat(sequences.free("r", Fence.of(A, 0), 0)).isFalse();
    assertThat(sequences.free("r", Fence.of(B, 1), 0)).isFalse();
    assertThat(List.of(blocks(A), tokens(A), requests(A))).containsExactly(2L, 8L, 1L);

    assertThat(sequences.free("r", Fence.of(A, 1), 0)).isTrue();
    assertThat(requests(A)).isZero();
  }

  @Test
  void removalsAfterOneAnotherAreQuiet() {
    add("r", A, 0, 1, 2);

    assertThat(sequences.completePrefill("r", 0)).isTrue();
    assertThat(tokens(A)).isZero();
    assertThat(blocks(A)).isEqualTo(2);
    assertThat(sequences.completePrefill("r", 0)).isFalse();
    assertThat(sequences.free("r", 0)).isTrue();
    assertThat(sequences.free("r", 0)).isFalse();
    assertThat(sequences.completePrefill("r", 0)).isFalse();
    assertThat(sequences.rankOf("r")).isNull();
  }

  @Tag("H18")
  @Test
  void projectionKnowsEveryRankForItself() {
    add("a", A, 0, 1, 2, 3);
    sequences.completePrefill("a", 0);
    sequences.addOutputBlocks("a", 1, 0.5);
    add("b", B, 0, 1, 2, 4);
    WorkerWithDpRank sibling = new WorkerWithDpRank(2, 1);

    LoadProjection projection = new LoadProjection();
    sequences.project(BlockHashes.of(1, 2, 3, 5), 0, projection);

    int a = sequences.slotOf(A);
    assertThat(projection.activeBlocks(a)).isEqualTo(2);
    assertThat(projection.additionalBlocks(a)).isEqualTo(1);
    assertThat(projection.activePrefillTokens(a)).isZero();
    assertThat(projection.activeRequests(a)).isEqualTo(1);
    int b = sequences.slotOf(B);
    assertThat(projection.activeBlocks(b)).isEqualTo(3);
    assertThat(projection.additionalBlocks(b)).isEqualTo(2);
    assertThat(projection.activePrefillTokens(b)).isEqualTo(12);
    int other = sequences.slotOf(sibling);
    assertThat(projection.activeBlocks(other)).isZero();
    assertThat(projection.additionalBlocks(other)).isEqualTo(4);
  }

  @Tag("H19")
  @Test
  void onlyThePrefixOfAnActivePromptIsSaved() {
    add("r", A, 0, 1, 2, 4, 5);

    assertThat(additional(A, BlockHashes.of(1, 2, 3, 5))).isEqualTo(2);
    assertThat(potential(A, BlockHashes.of(1, 2, 3, 5))).isEqualTo(6);
  }

  @Tag("H20")
  @Test
  void promptOfAnAdapterIsNotThatOfTheBaseModel() {
    RequestContent base = RequestContent.of(Tokens.of(1, 2, 3, 4, 5, 6, 7, 8), BLOCK_SIZE);
    BlockHashes baseHashes = SequenceHashes.of(base.localHashes());
    BlockHashes adapted = SequenceHashes.of(base.withLoraName("adapter").localHashes());
    sequences.add(
        new Booking("a", 0, A, baseHashes, 0, OptionalLong.empty(), true), UnknownRank.REFUSE, 0);
    sequences.add(
        new Booking("b", 0, B, adapted, 0, OptionalLong.empty(), true), UnknownRank.REFUSE, 0);

    assertThat(additional(A, baseHashes)).isZero();
    assertThat(additional(B, baseHashes)).isEqualTo(2);
    assertThat(additional(B, adapted)).isZero();
  }

  @Tag("H21")
  @Test
  void repeatedTokensAreBlocksOfTheirOwn() {
    BlockHashes active = SequenceHashes.of(content(7, 7, 7).localHashes());
    BlockHashes query = SequenceHashes.of(content(7, 7, 8).localHashes());
    sequences.add(
        new Booking("a", 0, A, active, 0, OptionalLong.empty(), true), UnknownRank.REFUSE, 0);

    assertThat(potential(A, query)).isEqualTo(4);
    assertThat(potential(B, query)).isEqualTo(3);
  }

  private static RequestContent content(int... tokens) {
    return RequestContent.of(Tokens.of(tokens), 1);
  }

  @Tag("H22")
  @Test
  void sweepDropsWhatIsOlderThanTheLimit() {
    add("a", A, 0, 1, 2, 3);
    add("b", B, 0, 1, 2);
    sequences.addOutputBlocks("b", 2, 0.5);

    assertThat(sequences.expire(s(331))).containsExactly(A, B);

    assertThat(List.of(blocks(A), blocks(B), tokens(A), requests(A), requests(B))).containsOnly(0L);
    assertThat(sequences.rankOf("a")).isNull();
    assertThat(sequences.free("b", s(331))).isFalse();
    assertThat(sequences.expire(s(331))).isEmpty();
    assertThat(sequences.promptNodes()).isZero();
  }

  @Test
  void bookingAsOldAsTheLimitStays() {
    add("a", A, 0, 1);

    assertThat(sequences.expire(s(300))).isEmpty();
    assertThat(sequences.expire(s(300) + 1)).containsExactly(A);
  }

  @Tag("H23")
  @Test
  void withoutLimitEverythingStays() {
    sequences = withExpiry(OptionalLong.empty());
    add("a", A, 0, 1, 2, 3);

    assertThat(sequences.expire(s(331))).isEmpty();
    assertThat(add("b", A, 331, 9)).isEqualTo(BOOKED);

    assertThat(blocks(A)).isEqualTo(4);
    assertThat(sequences.rankOf("a")).isEqualTo(A);
  }

  @Tag("H24")
  @Test
  void promptThatReplacesItsExpiredSelfIsHeldInFull() {
    add("old", A, 0, 1, 2, 3);

    assertThat(add("new", A, 331, 1, 2, 3)).isEqualTo(new BookingOutcome.Booked(List.of(A)));

    assertThat(blocks(A)).isEqualTo(3);
    assertThat(requests(A)).isEqualTo(1);
    assertThat(additional(A, BlockHashes.of(1, 2, 3, 4))).isEqualTo(1);
  }

  @Test
  void bookingLooksForExpiredOnesOfItsRankEveryHalfMinute() {
    sequences = withExpiry(OptionalLong.of(s(10)));
    add("a", A, 15, 1);
    add("b", B, 15, 1);
    assertThat(add("c", A, 29, 2)).as("29 s since the rank came").isEqualTo(BOOKED);
    assertThat(requests(A)).isEqualTo(2);

    assertThat(add("d", A, 30, 3)).isEqualTo(new BookingOutcome.Booked(List.of(A)));
    assertThat(requests(A)).as("c and d").isEqualTo(2);
    assertThat(requests(B)).as("is not booked on").isEqualTo(1);

    assertThat(add("e", A, 59, 3)).isEqualTo(BOOKED);
    assertThat(add("f", A, 60, 3)).isEqualTo(new BookingOutcome.Booked(List.of(A)));
    assertThat(requests(A)).as("e and f").isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1})
  void limitOfNoTimeIsRefused(long nanos) {
    assertThatThrownBy(() -> new ActiveSequences(OptionalLong.of(nanos)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(nanos + " ns");
  }

  @Test
  void potentialLoadChargesThePromptWhereNothingIsKnownOfIt() {
    add("a", A, 0, 1, 2, 3);
    add("b", B, 0, 9);
    SortedMap<WorkerWithDpRank, Long> cached = new TreeMap<>();
    cached.put(A, 8L);
    cached.put(new WorkerWithDpRank(2, 1), 99L);
    BlockHashes prompt = BlockHashes.of(1, 2, 3, 4);

    var tracked = sequences.potentialLoads(new PotentialQuery(prompt, 18, cached, true), 0);
    var untracked = sequences.potentialLoads(new PotentialQuery(prompt, 18, cached, false), 0);

    assertThat(tracked).containsOnlyKeys(A, B, new WorkerWithDpRank(2, 1));
    assertThat(tracked.get(A)).isEqualTo(new PotentialLoad(12 + 10, 4, 1));
    assertThat(tracked.get(B)).isEqualTo(new PotentialLoad(4 + 18, 5, 1));
    assertThat(tracked.get(new WorkerWithDpRank(2, 1))).isEqualTo(new PotentialLoad(0, 4, 0));
    assertThat(untracked.get(A)).isEqualTo(new PotentialLoad(12, 4, 1));
    assertThat(untracked.get(B)).isEqualTo(new PotentialLoad(4, 5, 1));
  }

  @Test
  void bookingsOfNegativeLoadAreRefused() {
    assertThatThrownBy(() -> booking("r", A, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 prefill tokens");
    assertThatThrownBy(
            () -> new Booking("r", 0, A, BlockHashes.empty(), 1, OptionalLong.of(-1), true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("-1 ns");
  }
}
