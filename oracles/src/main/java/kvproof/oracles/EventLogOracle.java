package kvproof.oracles;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.ApplyStatus;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.log.Eligibility;
import kvproof.oracles.log.EventLog;
import kvproof.oracles.log.HashChain;
import kvproof.oracles.log.Intervals;
import kvproof.oracles.log.Lookup;
import kvproof.oracles.log.SourceReach;

/**
 * The answers worked out from the log of events, read backwards from each question.
 *
 * <p>Keeps no inventory, so nothing can go stale: catches lost or doubled updates, descendants that
 * a removal took along or forgot, moves and re-hashes that left something behind, and every answer
 * that depends on the order or grouping of events. Frontiers, chain, intervals and choice are each
 * derived in another way than by a walk with active sources, so it catches slips of such a walk.
 * Blind to everything in front of the index (repeats, copies, lost events), to statistics, to
 * threads, and to a spec misread here as elsewhere. Cost grows with the square of the log.
 */
public final class EventLogOracle implements KvRouter {
  private final EventLog log = new EventLog();
  private ResidencySnapshot residency = ResidencySnapshot.empty();
  private WorkerSnapshot workers = WorkerSnapshot.unlisted();

  @Override
  public ApplyStatus apply(KvCacheEvent event) {
    return log.append(event);
  }

  @Override
  public void replace(ResidencySnapshot snapshot) {
    residency = snapshot;
  }

  @Override
  public void replace(WorkerSnapshot snapshot) {
    workers = snapshot;
  }

  @Override
  public void replace(StreamState state) {
    log.append(state);
  }

  @Override
  public Answer answer(Request request) {
    var lookup = new Lookup(log, residency, request.localHashes());
    var chain = new HashChain(lookup);
    var intervals = new Intervals(chain);
    var reach = new SourceReach(lookup, chain, new Eligibility(log, residency, workers));
    SortedMap<WorkerWithDpRank, SourceChoice> choices = new TreeMap<>();
    for (WorkerWithDpRank target : request.targets()) {
      choices.put(target, reach.choice(request.id(), target));
    }
    Optional<TransferCandidates> candidates =
        Optional.of(intervals.rootPrefixes()).filter(found -> !found.owners().isEmpty());
    return new Answer(lookup.device(), lookup.lower(), candidates, intervals.canonical(), choices);
  }

  @Override
  public OptionalLong residentBlocks(WorkerWithDpRank rank) {
    return log.residentBlocks(rank);
  }

  @Override
  public List<HeldBlock> heldBlocks() {
    return log.blocks();
  }
}
