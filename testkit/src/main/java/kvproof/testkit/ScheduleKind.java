package kvproof.testkit;

import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;

/** The kinds of step that a scheduler is told, with their weight before the swarm skews it. */
@SuppressWarnings("ImmutableEnumChecker") // every Draw is static
enum ScheduleKind {
  SUBMISSION(30, (draft, random) -> draft.say(new Submitted(SubmissionKinds.any(draft, random)))),
  CLOCK(14, ClockKinds::any),
  PREFILL(11, (draft, random) -> draft.say(new PrefillCompleted(draft.someBookedId(random)))),
  OUTPUT(8, ScheduleKind::output),
  RELEASE(9, (draft, random) -> draft.say(new Released(draft.someBookedId(random)))),
  CANCEL(6, (draft, random) -> draft.say(new Cancelled(draft.someId(random)))),
  HOLD(3, (draft, random) -> draft.say(new AnswersHeld(!draft.isHeld()))),
  LEAVE(3, MemberKinds::leave),
  JOIN(3, MemberKinds::join),
  CHANGE(2, MemberKinds::change),
  NOBODY(1, MemberKinds::nobody),
  WITHDRAW(2, MemberKinds::withdraw),
  HEALTH(5, MemberKinds::health),
  GAP(3, MemberKinds::gap),
  WAITING(8, QueueArrangements::waiting),
  HELD(4, QueueArrangements::betweenChoiceAndAnswer),
  LANES(3, QueueArrangements::lanes),
  BACKLOG(3, QueueArrangements::backlog),
  CLOSE_RACE(4, QueueArrangements::closeRace),
  AGAIN(3, AnswerArrangements::idComesAgain),
  ANSWER(4, AnswerArrangements::sourceChanges),
  CLASSES(16, RoomArrangements::everyClassWaits),
  SOURCE(12, RoomArrangements::sourceTurnsUp),
  CANCELLED(2, RoomArrangements::fillersAreCancelled),
  REACHED(2, RoomArrangements::othersAreReached),
  RESTART(1, ScheduleKind::restart);

  /** Adds the steps of one kind to a draft; none if there is nothing to do it to. */
  interface Draw {
    void into(ScheduleDraft draft, SeededRandom random);
  }

  private final int weight;
  private final Draw draw;

  ScheduleKind(int weight, Draw draw) {
    this.weight = weight;
    this.draw = draw;
  }

  int weight() {
    return weight;
  }

  void drawInto(ScheduleDraft draft, SeededRandom random) {
    draw.into(draft, random);
  }

  private static void output(ScheduleDraft draft, SeededRandom random) {
    double fraction =
        switch (random.weighted(35, 25, 30, 10)) {
          case 0 -> 1.0;
          case 1 -> 0.5;
          case 2 -> random.between(0, 8) / 8.0;
          default -> random.between(0, 10) / 10.0;
        };
    draft.say(new OutputProduced(draft.someId(random), random.between(0, 3), fraction));
  }

  /** A scheduler begins anew over the same index; seldom, since all that waited is forgotten. */
  private static void restart(ScheduleDraft draft, SeededRandom random) {
    if (random.chance(25)) {
      draft.say(new Configured(SettingsKinds.draw(random)));
      MemberKinds.begin(draft, random);
    }
  }
}
