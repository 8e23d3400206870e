package kvproof.events.wire;

import static kvproof.events.wire.Payloads.array;
import static kvproof.events.wire.Payloads.batchOf;
import static kvproof.events.wire.Payloads.removed;
import static kvproof.events.wire.Payloads.stored;
import static kvproof.events.wire.Payloads.tokens;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeSet;
import kvproof.events.routerevent.RouterEvent;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

class EventIntakeTest {
  private static final WorkerWithDpRank LISTENER = new WorkerWithDpRank(7, 5);

  @Test
  void batchBecomesItsAcceptedEventsInOrderAllUnderItsSequence() throws Exception {
    var intake = new EventIntake(StreamConfig.of(LISTENER, 4));

    List<RouterEvent> events =
        intake.convert(
            batchOf(
                null,
                stored(1, null, tokens(1, 4)),
                array("Ignored"),
                removed(1),
                array("Ignored"),
                array("AllBlocksCleared")),
            42);

    assertThat(events)
        .extracting(Outcomes::print)
        .containsExactly(
            "stored 7/5 device - 1:cb38e4d7fb2dca5c", "removed 7/5 device 1", "cleared 7/5");
    assertThat(events).extracting(RouterEvent::eventId).containsOnly(42L);
    assertThat(intake.filtered().byLabel().toString()).isEqualTo("{ignored_event=2}");
    assertThat(intake.converted().byLabel().toString()).isEqualTo("{clear=1, device_event=2}");
  }

  @Test
  void rankOfTheBatchWinsOverTheListeners() throws Exception {
    var intake = new EventIntake(StreamConfig.of(LISTENER, 4));

    assertThat(intake.convert(batchOf(-1, removed(1)), 0))
        .extracting(RouterEvent::rank)
        .containsExactly(new WorkerWithDpRank(7, -1)); // 4294967295
  }

  @Test
  void eventsOfAnUnregisteredRankAreCountedOneByOne() throws Exception {
    var intake = new EventIntake(StreamConfig.of(LISTENER, 4).withRegistered(rank -> rank == 5));

    assertThat(intake.convert(batchOf(-1, removed(1), removed(2), array("Ignored")), 0)).isEmpty();
    assertThat(intake.convert(batchOf(null, removed(1)), 0)).hasSize(1);
    assertThat(intake.filtered().byLabel().toString()).isEqualTo("{unknown_rank=3}");
  }

  /** A rank that is registered later is known from then on, and what it taught before is not. */
  @Test
  void registrationIsAskedAtEveryEvent() throws Exception {
    var registered = new TreeSet<Integer>();
    var intake = new EventIntake(StreamConfig.of(LISTENER, 4).withRegistered(registered::contains));
    var teaching =
        batchOf(1, stored(1, null, tokens(1, 4), null, null, null, null, 3, "full_attention"));
    var using = batchOf(1, removed(1, null, 3));

    assertThat(intake.convert(teaching, 0)).isEmpty();
    registered.add(1);
    assertThat(intake.convert(using, 1)).isEmpty();
    assertThat(intake.convert(teaching, 2)).hasSize(1);
    assertThat(intake.convert(using, 3)).hasSize(1);
    assertThat(intake.filtered().byLabel().toString())
        .isEqualTo("{unknown_rank=1, unlearned_group_idx=1}");
  }
}
