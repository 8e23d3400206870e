package kvproof.router.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import kvproof.model.BlockHashes;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotTopologyTest {
  private static final WorkerWithDpRank KEPT = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank LAZY = new WorkerWithDpRank(9, 3);

  private final ActiveSequences sequences = new ActiveSequences(OptionalLong.empty());

  private BookingOutcome add(String id, WorkerWithDpRank rank, UnknownRank unknownRank) {
    var booking = new Booking(id, 0, rank, BlockHashes.of(1, 2, 3), 12, OptionalLong.empty(), true);
    return sequences.add(booking, unknownRank, 0);
  }

  private long blocks(WorkerWithDpRank rank) {
    return sequences.activeBlocks(sequences.slotOf(rank));
  }

  private static List<WorkerWithDpRank> ranks(String... texts) {
    return Stream.of(texts).map(WorkerWithDpRank::parse).toList();
  }

  @Tag("H33")
  @Test
  void workerThatComesBackStartsEmpty() {
    sequences.register(SchedulableWorker.of(1), 0);
    add("r", KEPT, UnknownRank.REFUSE);

    assertThat(sequences.unregister(1))
        .isEqualTo(new TopologyOutcome.Changed(new TopologyChange(List.of(), List.of(KEPT))));
    assertThat(sequences.ranks()).isEmpty();
    assertThat(sequences.rankOf("r")).isNull();
    assertThat(sequences.promptNodes()).isZero();
    assertThat(add("s", KEPT, UnknownRank.REFUSE)).isEqualTo(new BookingOutcome.UnknownRank(KEPT));
    assertThat(sequences.ranks()).isEmpty();

    sequences.register(SchedulableWorker.of(1), 0);
    int slot = sequences.slotOf(KEPT);
    assertThat(sequences.activeBlocks(slot)).isZero();
    assertThat(sequences.activeRequests(slot)).isZero();
    assertThat(sequences.activePrefillTokens(slot, 0)).isZero();
    assertThat(add("r", KEPT, UnknownRank.REFUSE)).isInstanceOf(BookingOutcome.Booked.class);
  }

  @Tag("H32")
  @Test
  void bookingOnAnUnknownRankMakesItsSlotOnTheWayOrChangesNothing() {
    sequences.register(SchedulableWorker.of(1), 0);
    long version = sequences.topologyVersion();

    assertThat(add("dropped", LAZY, UnknownRank.REFUSE))
        .isEqualTo(new BookingOutcome.UnknownRank(LAZY));
    assertThat(sequences.ranks()).containsExactly(KEPT);
    assertThat(sequences.topologyVersion()).isEqualTo(version);
    assertThat(sequences.rankOf("dropped")).isNull();
    assertThat(sequences.promptNodes()).isZero();

    assertThat(add("created", LAZY, UnknownRank.REGISTER))
        .isEqualTo(new BookingOutcome.Booked(List.of()));
    assertThat(sequences.ranks()).containsExactly(KEPT, LAZY);
    assertThat(sequences.topologyVersion()).isNotEqualTo(version);
    assertThat(sequences.rankOf("created")).isEqualTo(LAZY);
    int slot = sequences.slotOf(LAZY);
    assertThat(sequences.activeBlocks(slot)).isEqualTo(3);
    assertThat(sequences.activePrefillTokens(slot, 0)).isEqualTo(12);
    assertThat(sequences.activeRequests(slot)).isEqualTo(1);
    assertThat(add("again", LAZY, UnknownRank.REFUSE)).isInstanceOf(BookingOutcome.Booked.class);
  }

  @Tag("H34")
  @Test
  void reconcileKeepsWhatIsListedAndRemovesTheRest() {
    sequences.register(SchedulableWorker.of(1, 0, 2), 0);
    sequences.register(SchedulableWorker.of(2), 0);
    add("kept", KEPT, UnknownRank.REFUSE);
    add("lazy", LAZY, UnknownRank.REGISTER);
    assertThat(blocks(LAZY)).isEqualTo(3);

    TopologyChange change =
        sequences.reconcile(List.of(SchedulableWorker.of(3), SchedulableWorker.of(1)), 0);

    assertThat(change).isEqualTo(new TopologyChange(ranks("3/0"), ranks("1/1", "2/0", "9/3")));
    assertThat(blocks(KEPT)).isEqualTo(3);
    assertThat(sequences.rankOf("kept")).isEqualTo(KEPT);
    assertThat(sequences.rankOf("lazy")).isNull();
    assertThat(sequences.ranks()).containsExactlyElementsOf(ranks("1/0", "3/0"));
    assertThat(sequences.slotOf(LAZY)).isEqualTo(-1);
  }

  @Test
  void reconcileWithTheSameWorkersChangesNothing() {
    sequences.reconcile(List.of(SchedulableWorker.of(1)), 0);
    long version = sequences.topologyVersion();

    assertThat(sequences.reconcile(List.of(SchedulableWorker.of(1)), 0).isEmpty()).isTrue();
    assertThat(sequences.topologyVersion()).isEqualTo(version);
  }

  @Test
  void reconcileRefusesAWorkerListedTwiceBeforeAnythingChanges() {
    sequences.register(SchedulableWorker.of(1), 0);
    List<SchedulableWorker> twice = List.of(SchedulableWorker.of(5), SchedulableWorker.of(5, 1, 1));

    assertThatThrownBy(() -> sequences.reconcile(twice, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("worker 5 is listed twice");
    assertThat(sequences.ranks()).containsExactly(KEPT);
  }

  @Test
  void upsertAddsAndKeepsLazyRanks() {
    add("lazy", LAZY, UnknownRank.REGISTER);

    TopologyChange change = sequences.upsert(SchedulableWorker.of(9, 0, 2), 0);

    assertThat(change).isEqualTo(new TopologyChange(ranks("9/0", "9/1"), List.of()));
    assertThat(blocks(LAZY)).isEqualTo(3);
    assertThat(sequences.upsert(SchedulableWorker.of(9, 0, 2), 0).isEmpty()).isTrue();
  }

  @Tag("H35")
  @ParameterizedTest
  @CsvSource({"0, 0, false", "0, 4097, false", "0, 4096, true", "-1, 1, false", "-2, 1, true"})
  void sizesAndEndsOfRankRangesAreChecked(int start, int size, boolean accepted) {
    if (accepted) {
      sequences.register(SchedulableWorker.of(1, start, size), 0);
    } else {
      assertThatThrownBy(() -> sequences.register(SchedulableWorker.of(1, start, size), 0))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("worker 1");
    }

    assertThat(sequences.ranks()).hasSize(accepted ? size : 0);
  }

  @Tag("H36")
  @Test
  void secondRegistrationAndUnknownWorkersAreRefused() {
    sequences.register(SchedulableWorker.of(1), 0);
    add("r", KEPT, UnknownRank.REFUSE);

    assertThat(sequences.register(SchedulableWorker.of(1, 0, 2), 0))
        .isEqualTo(new TopologyOutcome.DuplicateWorker(1));
    assertThat(sequences.unregister(2)).isEqualTo(new TopologyOutcome.WorkerNotFound(2));

    assertThat(sequences.ranks()).containsExactly(KEPT);
    assertThat(blocks(KEPT)).isEqualTo(3);
  }

  @Test
  void registrationTakesOverLazyRanksAndTheEndRemovesThem() {
    add("lazy", LAZY, UnknownRank.REGISTER);

    assertThat(sequences.register(SchedulableWorker.of(9, 3, 1), 0))
        .isEqualTo(new TopologyOutcome.Changed(new TopologyChange(List.of(), List.of())));
    assertThat(blocks(LAZY)).isEqualTo(3);

    assertThat(sequences.unregister(9)).isInstanceOf(TopologyOutcome.Changed.class);
    assertThat(sequences.rankOf("lazy")).isNull();
  }

  @Test
  void slotsOfRanksThatLeftAreUsedAgain() {
    sequences.reconcile(List.of(SchedulableWorker.of(1, 0, 3)), 0);
    add("r", WorkerWithDpRank.parse("1/1"), UnknownRank.REFUSE);

    sequences.reconcile(List.of(SchedulableWorker.of(2, 0, 3)), 0);

    assertThat(sequences.slotCount()).isEqualTo(3);
    assertThat(ranks("2/0", "2/1", "2/2").stream().map(this::blocks)).containsOnly(0L);
    assertThat(sequences.snapshot().ranks().keySet())
        .containsExactlyElementsOf(ranks("2/0", "2/1", "2/2"));
  }

  @Test
  void idsAndRanksAreUnsigned() {
    sequences.reconcile(List.of(SchedulableWorker.of(-1), SchedulableWorker.of(1, -3, 2)), 0);

    assertThat(sequences.ranks())
        .containsExactlyElementsOf(ranks("1/4294967293", "1/4294967294", "18446744073709551615/0"));
    sequences.unregister(1);
    assertThat(sequences.ranks()).containsExactlyElementsOf(ranks("18446744073709551615/0"));
  }
}
