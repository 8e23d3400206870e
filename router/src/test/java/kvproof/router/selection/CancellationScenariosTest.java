package kvproof.router.selection;

import static kvproof.router.selection.Scene.SECOND;
import static kvproof.router.selection.Scene.busyAtOnce;
import static kvproof.router.selection.Scene.profile;
import static kvproof.router.selection.Scene.queueClass;
import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.request;
import static kvproof.router.selection.Scene.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Admission;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionError.SelectedWorkerGone;
import kvproof.model.SelectionError.SubscriberShutdown;
import kvproof.router.queue.Submission;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CancellationScenariosTest {

  @Test
  @Tag("G11")
  void shutdownRefusesWhatIsParkedAndWhatComes() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.book("active", 2);
    scene.book("parked", 2);

    scene.partition.shutDown();
    scene.book("later", 2);
    scene.submit(request("advisory", Admission.ADVISORY, 2));
    scene.release("active");

    assertThat(scene.error("parked")).isEqualTo(new SubscriberShutdown());
    assertThat(scene.error("later")).isEqualTo(new SubscriberShutdown());
    assertThat(scene.error("advisory")).isEqualTo(new SubscriberShutdown());
    assertThat(scene.partition.select(request("selected", Admission.BOOK, 2))).isNull();
    assertThat(scene.counters("default").pendingRequests()).isZero();
    assertThat(scene.claims.isLive("parked")).isFalse();
    assertThat(scene.load(1).activeRequests()).isZero();
  }

  @Test
  void aParkedRequestThatIsCancelledLeavesNothingBehind() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.book("active", 2);
    scene.submit(
        request("parked", Admission.BOOK, 2)
            .with(new QueueWishes("", 0, 0, OptionalLong.of(5 * SECOND))));

    scene.partition.cancel("parked");

    assertThat(scene.counters("default").pendingRequests()).isZero();
    assertThat(scene.counters("default").pendingTokens()).isZero();
    assertThat(scene.claims.isLive("parked")).isFalse();
    assertThat(scene.advanceTo(10 * SECOND)).isEmpty();
    assertThat(scene.counters("default").deadlineRejected()).isZero();
    assertThat(scene.release("active")).isEmpty();
  }

  @Test
  @Tag("G30")
  void aCancelledArrivalBehindAStalledTurnBooksNothing() {
    List<Scene> scenes = new ArrayList<>();
    Scene scene = new Scene();
    scene.refresher =
        Optional.of(
            (found, candidates) -> {
              Scene stalled = scenes.getFirst();
              stalled.partition.submit(
                  Submission.of(request("cancelled", Admission.BOOK, 2)), stalled);
              stalled.partition.submit(Submission.of(request("stays", Admission.BOOK, 2)), stalled);
              stalled.partition.cancel("cancelled");
              return Optional.empty();
            });
    scenes.add(scene);
    scene.start(Scene.refreshingAfter(10 * SECOND)).workers(1);
    scene.book("active", 2);
    scene.book("waits", 2);
    scene.advanceTo(11 * SECOND);

    scene.release("active");
    scene.release("waits");

    assertThat(scene.rankOf("stays")).isEqualTo(rank(1));
    assertThat(scene.chosen("cancelled")).isEmpty();
    assertThat(scene.claims.isLive("cancelled")).isFalse();
    assertThat(scene.load(1).activeRequests()).isEqualTo(1);
    assertThat(scene.partition.queue().size()).isZero();
    assertThat(scene.counters("default").received()).isEqualTo(3);
  }

  @Test
  @Tag("G31")
  void whoeverNobodyWaitsForIsNotBooked() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.book("active", 2);
    scene.book("parked", 2);
    scene.isListening = false;

    scene.release("active");

    assertThat(scene.chosen("parked")).isEmpty();
    assertThat(scene.load(1).activeRequests()).isZero();
    assertThat(scene.claims.isLive("parked")).isFalse();
    assertThat(scene.counters("default").pendingRequests()).isZero();
  }

  @Test
  @Tag("G31")
  void aBookingThatCannotBeDeliveredIsUndone() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.delivers = id -> !id.equals("lost");
    scene.book("active", 2);
    scene.book("lost", 2);
    scene.book("next", 2);

    scene.release("active");

    assertThat(scene.isAnswered("lost")).isFalse();
    assertThat(scene.claims.isLive("lost")).isFalse();
    assertThat(scene.isAnswered("next")).as("the room is given on in the same turn").isTrue();
    assertThat(scene.load(1).activeRequests()).isEqualTo(1);
  }

  @Test
  @Tag("G31")
  void aHeldAnswerThatCannotBeDeliveredUndoesItsBooking() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.delivers = id -> !id.equals("lost");
    scene.partition.holdAnswers(true);
    scene.book("lost", 2);
    scene.book("next", 2);

    scene.partition.holdAnswers(false);

    assertThat(scene.isAnswered("lost")).isFalse();
    assertThat(scene.claims.isLive("lost")).isFalse();
    assertThat(scene.isAnswered("next")).isTrue();
    assertThat(scene.load(1).activeRequests()).isEqualTo(1);
  }

  @Test
  @Tag("I15")
  void theChosenWorkerLeavesBeforeTheAnswer() {
    Scene scene = Scene.open(busyAtOnce()).workers(1, 2);
    scene.partition.holdAnswers(true);
    scene.bookOn(1, "booked", 2);
    scene.submit(
        request("leased", Admission.LEASE, 2).with(RequestConstraints.none().withPin(rank(2))));
    scene.query("asked", 2, none -> none.withPin(rank(1)));
    scene.partition.completePrefill("booked");
    assertThat(scene.chosen("asked")).isPresent();

    scene.workers(3);
    scene.partition.holdAnswers(false);

    assertThat(scene.error("booked")).isEqualTo(new SelectedWorkerGone(rank(1)));
    assertThat(scene.error("asked")).isEqualTo(new SelectedWorkerGone(rank(1)));
    assertThat(scene.isAnswered("leased")).isTrue();
    assertThat(scene.claims.isLive("booked")).isFalse();
    assertThat(scene.isAnswered("booked")).isFalse();
    scene.book("booked", 2);
    assertThat(scene.isAnswered("booked")).as("an id that was freed is booked again").isTrue();
    assertThat(scene.rankOf("booked")).isEqualTo(rank(3));
    assertThat(scene.load(3).activeRequests()).isEqualTo(1);
  }

  @Test
  @Tag("I15")
  void aBookingOnARankThatLeftAndCameBackIsAnswered() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.partition.holdAnswers(true);
    scene.book("booked", 2);
    scene.workers().workers(1);

    scene.partition.holdAnswers(false);

    assertThat(scene.decisions.getLast()).isInstanceOf(Answered.class);
    assertThat(scene.load(1).activeRequests()).as("a rank that comes back is empty").isZero();
  }

  @Test
  @Tag("I16")
  void aSelectionDroppedAfterItsBookingFreesBoth() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.partition.holdAnswers(true);
    scene.book("again", 2);
    assertThat(scene.load(1).activeRequests()).isEqualTo(1);

    scene.partition.cancel("again");
    assertThat(scene.load(1).activeRequests()).isZero();
    assertThat(scene.claims.isLive("again")).isFalse();
    scene.partition.holdAnswers(false);
    assertThat(scene.decisions).noneMatch(made -> made instanceof Answered);
    scene.book("again", 2);

    assertThat(scene.isAnswered("again")).isTrue();
    assertThat(scene.decisions).noneMatch(made -> made instanceof Refused);
  }

  @Test
  void cancellingAnIdConcernsAllItsUnansweredRequestsBeforeAnybodyElseIsServed() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.partition.holdAnswers(true);
    scene.book("same", 2);
    scene.query("same", 2);
    scene.query("same", 2);
    scene.book("other", 2);

    scene.partition.cancel("same");

    assertThat(scene.decisions)
        .extracting(made -> made.requestId())
        .containsExactly("same", "other");
    assertThat(scene.counters("default").pendingRequests()).isZero();
  }

  @Test
  void releasingAnIdLeavesItsParkedRequestItsClaim() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.book("active", 2);
    scene.book("parked", 2);

    scene.release("parked");

    assertThat(scene.claims.isLive("parked")).isTrue();
    scene.book("parked", 2);
    assertThat(scene.error("parked")).isEqualTo(new Conflict("parked"));
    scene.release("active");
    assertThat(scene.isAnswered("parked")).isTrue();
  }

  /** The first selection of the id was released before its answer, and a second one has the id. */
  @Test
  void anOlderSelectionLeavesTheClaimOfTheNewerOneAlone() {
    Scene scene = Scene.open().workers(1, 2);
    scene.partition.holdAnswers(true);
    scene.bookOn(1, "r1", 2);
    scene.release("r1");
    scene.bookOn(2, "r1", 2);
    assertThat(scene.rankOf("r1")).isEqualTo(rank(2));

    scene.workers(2);
    scene.partition.holdAnswers(false);

    assertThat(scene.error("r1")).isEqualTo(new SelectedWorkerGone(rank(1)));
    assertThat(scene.isAnswered("r1")).isTrue();
    assertThat(scene.load(2).activeRequests()).isEqualTo(1);
    assertThat(scene.bookOn(2, "r1", 2)).containsExactly(new Refused("r1", new Conflict("r1")));
  }

  @Test
  void aClaimIsSweptWithItsOwnBookingWhoeverIsBookedUnderTheIdNow() {
    Scene scene =
        Scene.open(
            settings(
                profile(queueClass("default", 0)),
                OptionalLong.empty(),
                OptionalLong.of(3_600 * SECOND)));
    scene.workers(1, 2);
    scene.bookOn(1, "id", 2);
    scene.workers(2);
    scene.submit(request("id", Admission.LEASE, 2));
    assertThat(scene.isAnswered("id")).isTrue();
    assertThat(scene.claims.isLive("id")).isTrue();

    scene.advanceTo(60 * SECOND);

    assertThat(scene.claims.isLive("id")).isFalse();
    assertThat(scene.load(2).activeRequests()).isEqualTo(1);
  }

  @Test
  void cancellingWhileTheChoiceIsToldUndoesIt() {
    List<String> told = new ArrayList<>();
    Scene scene =
        new Scene() {
          @Override
          public void chosen(Chosen choice) {
            super.chosen(choice);
            told.add(choice.requestId());
            if (choice.requestId().startsWith("fickle")) {
              partition.cancel(choice.requestId());
            }
          }
        };
    scene.start(busyAtOnce()).workers(1);

    scene.book("fickle", 2);
    assertThat(scene.load(1).activeRequests()).isZero();
    scene.book("active", 2);
    scene.book("fickle too", 2);
    scene.book("next", 2);
    scene.release("active");
    scene.submit(request("fickle advisory", Admission.ADVISORY, 2));

    assertThat(told).containsExactly("fickle", "active", "fickle too", "next", "fickle advisory");
    assertThat(scene.decisions)
        .filteredOn(made -> made instanceof Answered)
        .extracting(made -> made.requestId())
        .containsExactly("active", "next");
    assertThat(scene.claims.isLive("fickle")).isFalse();
    assertThat(scene.claims.isLive("fickle too")).isFalse();
    assertThat(scene.load(1).activeRequests()).isEqualTo(1);
  }

  @Test
  void aHeldLeaseThatIsNotDeliveredMakesRoomAfterAllAnswers() {
    Scene scene = Scene.open(busyAtOnce()).workers(1, 2);
    scene.delivers = id -> !id.equals("lost");
    scene.partition.holdAnswers(true);
    scene.submit(
        request("lost", Admission.LEASE, 2).with(RequestConstraints.none().withPin(rank(1))));
    scene.bookOn(2, "kept", 2);
    scene.bookOn(1, "parked", 2);

    scene.partition.holdAnswers(false);

    assertThat(scene.decisions)
        .extracting(made -> made.requestId() + " " + made.getClass().getSimpleName())
        .containsExactly(
            "lost Chosen", "kept Chosen", "kept Answered", "parked Chosen", "parked Answered");
  }

  @Test
  void aSelectionDuringATurnIsRefusedAndTheChoiceStands() {
    List<Throwable> thrown = new ArrayList<>();
    Scene scene =
        new Scene() {
          @Override
          public void chosen(Chosen choice) {
            super.chosen(choice);
            thrown.add(
                catchThrowable(() -> partition.select(request("inside", Admission.ADVISORY, 2))));
          }
        };
    scene.start(Scene.settings()).workers(1);

    scene.book("a", 2);

    assertThat(thrown)
        .singleElement()
        .satisfies(
            refusal ->
                assertThat(refusal)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("inside"));
    assertThat(scene.isAnswered("a")).isTrue();
    assertThat(scene.partition.select(request("after", Admission.ADVISORY, 2))).isEqualTo(rank(1));
  }
}
