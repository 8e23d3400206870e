package kvproof.soak.situation;

import static java.util.stream.Collectors.toCollection;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvproof.soak.run.Situations;
import kvproof.testkit.Profile;

/** All situations, each counted once per case that meets it. */
public final class SituationCatalogue implements Situations {
  private static final List<Situation> ALL =
      Stream.of(
              ChoicePairs.all(),
              ChoiceSituations.all(),
              EligibilitySituations.all(),
              IntervalSituations.all(),
              WalkSituations.all(),
              EventSituations.all(),
              DepartureSituations.all(),
              StreamSituations.all(),
              RecoverySituations.all(),
              ExpirySituations.all(),
              CapacitySituations.all(),
              WaitingSituations.all(),
              RefreshSituations.all(),
              CostSituations.all(),
              TurnSituations.all(),
              RefusalSituations.all(),
              LoadSituations.all(),
              FetchSituations.all())
          .flatMap(List::stream)
          .toList();

  static List<Situation> all() {
    return ALL;
  }

  @Override
  public Counter newCounter(Profile profile) {
    return new SituationCounter(ALL);
  }

  @Override
  public SortedSet<String> promised(Profile profile) {
    return ALL.stream()
        .filter(situation -> situation.promise().isFor(profile))
        .map(Situation::name)
        .collect(toCollection(TreeSet::new));
  }
}
