package kvproof.soak.situation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Counts the cases that meet each situation; in one case looks for each until it was met. */
final class Tally {
  /** A situation that is told by one kind of sight, by its place among all. */
  private record Watched<S>(int index, Predicate<S> isMet) {}

  private final List<Situation> situations;
  private final List<Watched<EventScene>> ofEvents = new ArrayList<>();
  private final List<Watched<ArrivalScene>> ofArrivals = new ArrayList<>();
  private final List<Watched<Replacement>> ofReplacements = new ArrayList<>();
  private final List<Watched<AnswerScene>> ofAnswers = new ArrayList<>();
  private final List<Watched<TargetScene>> ofTargets = new ArrayList<>();
  private final List<Watched<SchedulingScene>> ofScheduling = new ArrayList<>();
  private final List<Watched<ChoiceScene>> ofChoices = new ArrayList<>();
  private final List<Watched<FetchScene>> ofFetches = new ArrayList<>();
  private final long[] cases;
  private final boolean[] isMetInThisCase;

  Tally(List<Situation> situations) {
    this.situations = situations;
    this.cases = new long[situations.size()];
    this.isMetInThisCase = new boolean[situations.size()];
    for (int i = 0; i < situations.size(); i++) {
      switch (situations.get(i).sight()) {
        case Sight.OfEvent(var isMet) -> ofEvents.add(new Watched<>(i, isMet));
        case Sight.OfArrival(var isMet) -> ofArrivals.add(new Watched<>(i, isMet));
        case Sight.OfReplacement(var isMet) -> ofReplacements.add(new Watched<>(i, isMet));
        case Sight.OfAnswer(var isMet) -> ofAnswers.add(new Watched<>(i, isMet));
        case Sight.OfTarget(var isMet) -> ofTargets.add(new Watched<>(i, isMet));
        case Sight.OfScheduling(var isMet) -> ofScheduling.add(new Watched<>(i, isMet));
        case Sight.OfFetch(var isMet) -> ofFetches.add(new Watched<>(i, isMet));
        case Sight.OfChoice(var isMet) -> ofChoices.add(new Watched<>(i, isMet));
      }
    }
  }

  void beginCase() {
    Arrays.fill(isMetInThisCase, false);
  }

  void see(EventScene scene) {
    count(ofEvents, scene);
  }

  void see(ArrivalScene scene) {
    count(ofArrivals, scene);
  }

  void see(Replacement replacement) {
    count(ofReplacements, replacement);
  }

  void see(AnswerScene scene) {
    count(ofAnswers, scene);
    scene.targets().forEach(target -> count(ofTargets, target));
  }

  void see(SchedulingScene scene) {
    count(ofScheduling, scene);
    scene.choices().forEach(choice -> count(ofChoices, choice));
  }

  void see(FetchScene scene) {
    count(ofFetches, scene);
  }

  private <S> void count(List<Watched<S>> watched, S scene) {
    for (Watched<S> situation : watched) {
      if (!isMetInThisCase[situation.index()] && situation.isMet().test(scene)) {
        isMetInThisCase[situation.index()] = true;
        cases[situation.index()]++;
      }
    }
  }

  /** By name; 0 for one that no case met. */
  SortedMap<String, Long> counts() {
    SortedMap<String, Long> counts = new TreeMap<>();
    for (int i = 0; i < cases.length; i++) {
      counts.put(situations.get(i).name(), cases[i]);
    }
    return counts;
  }
}
