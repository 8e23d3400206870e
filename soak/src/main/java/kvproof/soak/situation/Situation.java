package kvproof.soak.situation;

import java.util.function.Predicate;

/**
 * One thing that may come up in a case, whatever the router makes of it.
 *
 * @param name says in a few words what is the case; no comma, since lists of names are printed
 */
record Situation(String name, Promise promise, Sight sight) {

  static Situation ofEvent(String name, Promise promise, Predicate<EventScene> isMet) {
    return new Situation(name, promise, new Sight.OfEvent(isMet));
  }

  static Situation ofArrival(String name, Predicate<ArrivalScene> isMet) {
    return new Situation(name, Promise.ARRIVALS, new Sight.OfArrival(isMet));
  }

  static Situation ofReplacement(String name, Promise promise, Predicate<Replacement> isMet) {
    return new Situation(name, promise, new Sight.OfReplacement(isMet));
  }

  static Situation ofAnswer(String name, Promise promise, Predicate<AnswerScene> isMet) {
    return new Situation(name, promise, new Sight.OfAnswer(isMet));
  }

  static Situation ofTarget(String name, Promise promise, Predicate<TargetScene> isMet) {
    return new Situation(name, promise, new Sight.OfTarget(isMet));
  }

  static Situation ofScheduling(String name, Predicate<SchedulingScene> isMet) {
    return new Situation(name, Promise.SCHEDULING, new Sight.OfScheduling(isMet));
  }

  static Situation ofFetch(String name, Predicate<FetchScene> isMet) {
    return new Situation(name, Promise.FETCHES, new Sight.OfFetch(isMet));
  }

  static Situation ofChoice(String name, Predicate<ChoiceScene> isMet) {
    return new Situation(name, Promise.SCHEDULING, new Sight.OfChoice(isMet));
  }
}
