package kvproof.soak.fetch;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.sim.SimParts;
import kvproof.soak.sim.SimWorld;

/** Makes the world in which the fetches of a case take place. */
final class FetchWorlds {
  private static final int BLOCK_BYTES = 64;

  /** A part moves at each poll, and a fetch must be over in time: long hints have whole blocks. */
  private static final int MOST_BLOCKS_IN_PARTS = 6;

  private FetchWorlds() {}

  /** Nodes for all targets, for all that are asked, and for cache owners projected to them. */
  static SimWorld of(
      Case soakCase, List<Optional<FetchPlan>> plans, Endpoints endpoints, SimParts parts) {
    List<FetchPlan> carriedOut = plans.stream().flatMap(Optional::stream).toList();
    SortedMap<CacheOwner, WorkerWithDpRank> projections =
        new TreeMap<>(endpoints.residency().projections());
    Set<Owner> owners = parties(carriedOut);
    projections.values().retainAll(owners);
    owners.addAll(projections.keySet());
    return new SimWorld(
        owners, projections, layout(soakCase, carriedOut), slots(soakCase, carriedOut), parts);
  }

  private static Set<Owner> parties(List<FetchPlan> plans) {
    Set<Owner> parties = new TreeSet<>();
    for (FetchPlan plan : plans) {
      parties.add(plan.attempt().target());
      plan.asked().ifPresent(parties::add);
    }
    return parties;
  }

  /** Every other case has blocks in two parts. */
  private static BlockLayout layout(Case soakCase, List<FetchPlan> plans) {
    boolean isShort =
        plans.stream().allMatch(plan -> plan.hint().blockHashes().size() <= MOST_BLOCKS_IN_PARTS);
    if (!isShort || soakCase.seed() % 2 != 0) {
      return BlockLayout.whole(BLOCK_BYTES);
    }
    var parts = new LinkedHashMap<>(Map.of("kv:k", BLOCK_BYTES / 2));
    parts.put("kv:v", BLOCK_BYTES / 2);
    return new BlockLayout(parts);
  }

  /**
   * Room on each tier for everything that is ever stored, fetched, computed, withheld, or stored
   * anew by a fault.
   */
  private static int slots(Case soakCase, List<FetchPlan> plans) {
    Stream<CaseStep> meanwhile =
        soakCase.fetches().stream().flatMap(attempt -> attempt.meanwhile().stream());
    int stored =
        Stream.concat(soakCase.steps().stream(), meanwhile)
            .filter(Stored.class::isInstance)
            .mapToInt(step -> ((Stored) step).externalHashes().size())
            .sum();
    int hinted = plans.stream().mapToInt(plan -> plan.hint().blockHashes().size()).sum();
    return stored + 2 * hinted + plans.size() + 1;
  }
}
