package kvproof.events.ingest.publication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import kvproof.events.ingest.NumberedEvents;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;
import kvproof.events.ingest.RecoveryAnswer.Dump;
import kvproof.events.ingest.RecoveryAnswer.DumpFailed;
import kvproof.events.ingest.RecoveryAnswer.Events;
import kvproof.events.ingest.RecoveryAnswer.Unanswered;
import kvproof.events.ingest.RetryingPeer;
import kvproof.events.ingest.publication.RecoveryDesk.Publisher;
import kvproof.model.KvCacheEvent;
import org.junit.jupiter.api.Test;

class RecoveryDeskTest {
  private static final RangeRequest EVERYTHING = RangeRequest.from(OptionalLong.empty());
  private static final Dump<String> DUMP = new Dump<>(List.of("a"), 7);

  /** Dumps that were begun and have not ended. */
  private final Deque<CompletableFuture<RecoveryAnswer<String>>> begun = new ArrayDeque<>();

  private final RecoveryDesk<String> desk =
      new RecoveryDesk<>(
          new Publisher<>(
              request ->
                  request.start().isEmpty()
                      ? Optional.empty()
                      : Optional.of(new Events<>(List.of(NumberedEvents.of(7, "a")), 0, 7)),
              _ -> {
                var dump = new CompletableFuture<RecoveryAnswer<String>>();
                begun.add(dump);
                return dump;
              }));

  private CompletableFuture<RecoveryAnswer<String>> ask(String router) {
    return desk.query(router, EVERYTHING);
  }

  /** The dump that was begun first has been made. */
  private void made() {
    begun.removeFirst().complete(DUMP);
  }

  @Test
  void fs62NoMoreThanTwoDumpsAreOnTheirWayAndEachRouterGetsOne() {
    for (int router = 1; router <= 8; router++) {
      ask("r" + router);
      ask("r" + router); // and again, while it waits or runs
    }

    for (int router = 1; router <= 8; router++) {
      assertThat(desk.onTheirWay()).isEqualTo(router == 8 ? 1 : 2);
      assertThat(begun).hasSize(desk.onTheirWay());
      made();
      assertThat(ask("r" + router)).isCompletedWithValue(DUMP);
      desk.taken("r" + router);
    }

    assertThat(desk.started()).isEqualTo(8);
    assertThat(desk.askedAgain()).isEqualTo(16);
    assertThat(desk.onTheirWay()).isZero();
  }

  @Test
  void dumpThatWasMadeKeepsItsPlaceUntilItIsTaken() {
    ask("r1");
    ask("r2");
    ask("r3");
    made();
    assertThat(begun).hasSize(1);

    desk.taken("r1");
    desk.taken("r1");

    assertThat(begun).hasSize(2);
    assertThat(desk.onTheirWay()).isEqualTo(2);
  }

  @Test
  void routerThatHasTakenItsDumpMayAskForAnother() {
    ask("r1");
    made();
    desk.taken("r1");

    assertThat(ask("r1")).isNotDone();

    assertThat(desk.started()).isEqualTo(2);
  }

  @Test
  void dumpThatFailsFreesItsPlace() {
    var first = ask("r1");
    ask("r2");
    var third = ask("r3");
    begun.removeFirst().complete(new DumpFailed<>(7, "planted"));
    begun.removeFirst().completeExceptionally(new IllegalStateException("planted"));

    assertThat(first).isCompletedWithValue(new DumpFailed<>(7, "planted"));
    assertThat(begun).hasSize(1);
    made();
    assertThat(third).isCompletedWithValue(DUMP);
    assertThat(ask("r1")).isNotDone();
  }

  @Test
  void bufferAnswersWhoeverIsOnTheWay() {
    ask("r1");
    ask("r2");

    assertThat(desk.query("r3", RangeRequest.from(OptionalLong.of(7))).join())
        .isInstanceOf(Events.class);
    assertThat(desk.started()).isEqualTo(2);
  }

  @Test
  void whoNeverTakesHisDumpLosesItsPlaceInTheEnd() {
    ask("dead");
    var slow = ask("slow");
    var third = ask("r3");
    made();

    desk.advanceTo(RecoveryDesk.LEASE.toNanos() - 1);
    assertThat(desk.expired()).isZero();
    desk.advanceTo(RecoveryDesk.LEASE.toNanos());

    assertThat(desk.expired()).isEqualTo(2);
    assertThat(slow.join()).isInstanceOf(Unanswered.class);
    made(); // the slow one, which nobody waits for any more
    assertThat(desk.onTheirWay()).isEqualTo(1);
    made();
    assertThat(third).isCompletedWithValue(DUMP);
    desk.taken("dead"); // late
    assertThat(desk.onTheirWay()).isEqualTo(1);
  }

  @Test
  void cancelledAnswerLeavesTheDumpForTheNextQuestion() {
    ask("r1").cancel(false);

    var again = ask("r1");
    made();

    assertThat(again).isCompletedWithValue(DUMP);
    assertThat(desk.started()).isEqualTo(1);
  }

  @Test
  void dumpIsNotTakenBeforeItWasBegun() {
    ask("r1");
    ask("r2");
    ask("r3");

    desk.taken("r3");
    desk.taken("nobody");
    made();
    desk.taken("r1");

    assertThat(desk.started()).isEqualTo(3);
  }

  /** A peer that gives up after no time at all, three times over, starts one dump. */
  @Test
  void impatientPeerWaitsForTheSameDump() {
    var dumps = new ArrayDeque<CompletableFuture<RecoveryAnswer<KvCacheEvent>>>();
    var events =
        new RecoveryDesk<KvCacheEvent>(
            new Publisher<>(
                _ -> Optional.empty(),
                _ -> {
                  dumps.add(new CompletableFuture<>());
                  return dumps.getLast();
                }));
    var impatient = new RetryingPeer(new PublicationPeer(events, "r1", Duration.ZERO), 3);

    assertThat(impatient.query(OptionalLong.empty())).isInstanceOf(Unanswered.class);
    assertThat(dumps).hasSize(1);
    assertThat(events.askedAgain()).isEqualTo(2);

    dumps.getFirst().complete(new Dump<>(List.of(), 3));
    assertThat(impatient.query(OptionalLong.empty())).isEqualTo(new Dump<>(List.of(), 3));
    assertThat(events.onTheirWay()).isZero();
  }

  @Test
  void someDumpMustBePossible() {
    assertThatThrownBy(
            () ->
                new RecoveryDesk<>(
                    new Publisher<String>(_ -> Optional.empty(), _ -> new CompletableFuture<>()),
                    0))
        .hasMessageContaining("not 0");
  }
}
