package kvproof.router.selection;

import static kvproof.router.selection.Scene.SECOND;
import static kvproof.router.selection.Scene.busyAtOnce;
import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.Admission;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Draws;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionError.SelectedWorkerGone;
import kvproof.model.StorageTier;
import org.junit.jupiter.api.Test;

class ReferenceSchedulerTest {
  private final ReferenceScheduler scheduler = new ReferenceScheduler();

  private void configure(kvproof.model.SchedulerSettings settings, long... workerIds) {
    scheduler.take(new Configured(settings));
    scheduler.take(
        new WorkersReplaced(LongStream.of(workerIds).mapToObj(SchedulableWorker::of).toList()));
  }

  private List<SchedulingDecision> book(String id, int blocks) {
    return scheduler.take(new Submitted(request(id, Admission.BOOK, blocks)));
  }

  private RankLoad load(long workerId) {
    return scheduler.state().ranks().get(rank(workerId));
  }

  @Test
  void aBookingIsChosenAnsweredAndOnItsRank() {
    configure(Scene.settings(), 1, 2);
    scheduler.take(
        new Stored(
            rank(2),
            StorageTier.DEVICE,
            OptionalLong.empty(),
            Scene.blocks(1, 3),
            Scene.hashes(1, 3)));

    List<SchedulingDecision> decisions = book("a", 4);

    assertThat(decisions)
        .containsExactly(
            new Chosen(
                "a",
                Admission.BOOK,
                rank(2),
                1 + 4.0,
                4,
                3.0,
                48,
                16,
                OptionalLong.of(48),
                OptionalLong.of(48),
                4,
                3,
                Optional.empty(),
                3,
                Draws.none()),
            new Answered("a", Optional.empty()));
    assertThat(load(2)).isEqualTo(new RankLoad(16, 4, 1));
    assertThat(load(1)).isEqualTo(new RankLoad(0, 0, 0));
  }

  @Test
  void tiesAreDrawnAndWrittenDown() {
    configure(Scene.settings(), 1, 2, 3);

    var chosen = (Chosen) book("a", 2).getFirst();

    assertThat(chosen.draws().bounds()).containsExactly(2, 3);
    assertThat(chosen.draws().numbers()).hasSize(2);
    assertThat(chosen.draws().reals()).isEmpty();
  }

  @Test
  void sameStepsSameDecisions() {
    var other = new ReferenceScheduler();
    for (ReferenceScheduler each : List.of(scheduler, other)) {
      each.take(new Configured(Scene.settings()));
      each.take(
          new WorkersReplaced(
              LongStream.rangeClosed(1, 5).mapToObj(SchedulableWorker::of).toList()));
    }

    for (int i = 0; i < 50; i++) {
      var step = new Submitted(request("q" + i, Admission.QUERY, 3));
      assertThat(scheduler.take(step)).isEqualTo(other.take(step));
    }
  }

  @Test
  void heldAnswersComeInOrderAndTheRankIsLookedAtAgain() {
    configure(Scene.settings(), 1, 2);
    scheduler.take(new AnswersHeld(true));
    assertThat(book("a", 2)).hasSize(1).first().isInstanceOf(Chosen.class);
    assertThat(book("b", 2)).hasSize(1);
    var gone = ((Chosen) book("c", 2).getFirst()).rank();
    long stays = gone.equals(rank(1)) ? 2 : 1;

    scheduler.take(new WorkersReplaced(List.of(SchedulableWorker.of(stays))));
    List<SchedulingDecision> answers = scheduler.take(new AnswersHeld(false));

    assertThat(answers).extracting(SchedulingDecision::requestId).containsExactly("a", "b", "c");
    assertThat(answers.getLast()).isEqualTo(new Refused("c", new SelectedWorkerGone(gone)));
    assertThat(answers).filteredOn(Answered.class::isInstance).hasSizeBetween(1, 2);
  }

  @Test
  void cancellingAnUnansweredBookingUndoesIt() {
    configure(busyAtOnce(), 1);
    scheduler.take(new AnswersHeld(true));
    book("a", 2);
    book("b", 2);

    List<SchedulingDecision> decisions = scheduler.take(new Cancelled("a"));

    assertThat(decisions).hasSize(1).first().isInstanceOf(Chosen.class);
    assertThat(decisions.getFirst().requestId()).isEqualTo("b");
    assertThat(scheduler.take(new AnswersHeld(false))).hasSize(1);
  }

  @Test
  void parkedRequestsGoWhenThePrefillIsOverOrTheRequestEnds() {
    configure(busyAtOnce(), 1);
    book("a", 2);
    assertThat(book("b", 2)).isEmpty();
    assertThat(book("c", 2)).isEmpty();

    assertThat(scheduler.take(new PrefillCompleted("a"))).hasSize(2);
    assertThat(scheduler.take(new Released("b"))).hasSize(2);

    assertThat(load(1)).isEqualTo(new RankLoad(32, 2, 2));
  }

  @Test
  void anIdIsFreeAgainOnceItsRequestIsReleased() {
    configure(Scene.settings(), 1);
    book("a", 2);

    assertThat(book("a", 2)).containsExactly(new Refused("a", new Conflict("a")));
    scheduler.take(new Released("a"));
    assertThat(book("a", 2)).hasSize(2);
  }

  @Test
  void configuringAnewForgetsEverythingButTheIndex() {
    configure(busyAtOnce(), 1);
    scheduler.take(
        new Stored(
            rank(1),
            StorageTier.DEVICE,
            OptionalLong.empty(),
            Scene.blocks(1, 2),
            Scene.hashes(1, 2)));
    book("a", 4);
    book("b", 4);
    scheduler.take(new ClockAdvanced(5 * SECOND));

    configure(busyAtOnce(), 1);

    assertThat(load(1)).isEqualTo(new RankLoad(0, 0, 0));
    assertThat(scheduler.state().classes().get("default").pendingRequests()).isZero();
    assertThat(((Chosen) book("a", 4).getFirst()).frontier()).isEqualTo(2);
  }

  @Test
  void aStepBeforeTheFirstConfigurationIsRefused() {
    assertThatThrownBy(() -> scheduler.take(new ClockAdvanced(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("not configured");
  }
}
