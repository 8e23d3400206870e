package kvproof.soak.dataplane.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.model.BlockHashes;
import kvproof.model.FetchFault;
import kvproof.model.KvCacheEvent;
import kvproof.model.WorkerWithDpRank;

/**
 * One case.
 *
 * @param number from 1, in the order of the run
 * @param localHashes of the prompt, and {@code externalHashes} of the same blocks
 * @param sources every rank but the target
 * @param history what target and sources store and lose before the look-up
 * @param meanwhile what they store and lose between look-up and fetch
 * @param askInstead who sits at the hinted source's endpoint in its place
 */
public record FetchPlan(
    int number,
    long seed,
    Scenario scenario,
    Optional<FetchFault> fault,
    BlockLayout layout,
    BlockHashes localHashes,
    BlockHashes externalHashes,
    WorkerWithDpRank target,
    List<WorkerWithDpRank> sources,
    List<KvCacheEvent> history,
    List<KvCacheEvent> meanwhile,
    Optional<WorkerWithDpRank> askInstead) {
  public FetchPlan {
    sources = List.copyOf(sources);
    history = List.copyOf(history);
    meanwhile = List.copyOf(meanwhile);
  }

  /** Everybody who takes part. */
  public List<WorkerWithDpRank> ranks() {
    return Stream.concat(Stream.of(target), sources.stream()).toList();
  }

  /** Slots on each tier that have room for all that anybody may come to hold. */
  public int slots() {
    return externalHashes.size() + 2;
  }

  /** The scenario, or the fault and its phase. */
  public String title() {
    return scenario == Scenario.FAULT
        ? fault.map(FaultSelection::name).orElseThrow()
        : scenario.wireName();
  }
}
