package kvproof.testkit;

import java.util.List;
import java.util.Optional;
import kvproof.model.FetchFault;

/**
 * Which misfortunes the fetches of one case may have, and how often they have one.
 *
 * <p>Most cases know few, so that the same one comes again and what it leaves behind meets itself;
 * some know none, and some all.
 *
 * @param percent how many fetches out of a hundred something is wished on
 */
record FaultSwarm(List<FetchFault> faults, int percent) {
  private static final int FEW = 3;
  private static final int SEVERAL = 12;

  static FaultSwarm draw(SeededRandom random) {
    List<FetchFault> all = random.shuffled(FetchFault.all());
    return switch (random.weighted(20, 30, 25, 25)) {
      case 0 -> new FaultSwarm(List.of(), 0);
      case 1 -> new FaultSwarm(all.subList(0, FEW), 75);
      case 2 -> new FaultSwarm(all.subList(0, SEVERAL), 65);
      default -> new FaultSwarm(all, 60);
    };
  }

  Optional<FetchFault> next(SeededRandom random) {
    return random.chance(percent) ? Optional.of(random.pick(faults)) : Optional.empty();
  }
}
