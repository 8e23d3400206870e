package kvproof.soak.situation;

import java.util.function.Predicate;

/** What one looks at to tell whether a situation is met. */
sealed interface Sight {

  /** An event and what it did. */
  record OfEvent(Predicate<EventScene> isMet) implements Sight {}

  /** What arrived in front of the index, and what came of it. */
  record OfArrival(Predicate<ArrivalScene> isMet) implements Sight {}

  /** A snapshot in the middle of a history, and one request answered before and after it. */
  record OfReplacement(Predicate<Replacement> isMet) implements Sight {}

  /** An expected answer. */
  record OfAnswer(Predicate<AnswerScene> isMet) implements Sight {}

  /** One target of an expected answer. */
  record OfTarget(Predicate<TargetScene> isMet) implements Sight {}

  /** A step that a scheduler took, and all that it decided. */
  record OfScheduling(Predicate<SchedulingScene> isMet) implements Sight {}

  /** A hint that was carried out. */
  record OfFetch(Predicate<FetchScene> isMet) implements Sight {}

  /** One choice of a rank. */
  record OfChoice(Predicate<ChoiceScene> isMet) implements Sight {}
}
