package kvproof.soak.situation;

import static java.util.stream.Collectors.toSet;

import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvproof.soak.run.Situations;
import kvproof.testkit.Profile;

/**
 * The situations of cases that a router behind lines is told: the same, but that nothing arrives.
 *
 * <p>They are counted by what the oracle says, of the steps that the router was told.
 */
public final class ToldSituations implements Situations {
  private static final Set<String> OF_ARRIVALS =
      Stream.of(
              StreamSituations.all(),
              RecoverySituations.all(),
              ExpirySituations.all(),
              CapacitySituations.all())
          .flatMap(List::stream)
          .map(Situation::name)
          .collect(toSet());

  private final SituationCatalogue all = new SituationCatalogue();
  private final boolean isEverythingTold;

  /**
   * {@code isEverythingTold}: else nothing is promised, and what is met is counted all the same.
   */
  public ToldSituations(boolean isEverythingTold) {
    this.isEverythingTold = isEverythingTold;
  }

  @Override
  public Counter newCounter(Profile profile) {
    return all.newCounter(profile);
  }

  @Override
  public SortedSet<String> promised(Profile profile) {
    SortedSet<String> promised = new TreeSet<>();
    if (isEverythingTold) {
      promised.addAll(all.promised(profile));
      promised.removeAll(OF_ARRIVALS);
    }
    return promised;
  }
}
