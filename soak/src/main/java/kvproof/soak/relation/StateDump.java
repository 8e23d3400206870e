package kvproof.soak.relation;

import static kvproof.model.ApplyStatus.OK;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.DumpingRouter;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvRouter;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.oracles.HintLaws;
import kvproof.soak.run.Side;

/**
 * All that a router knows after some steps, as steps that bring a fresh one to the same point.
 *
 * <p>A dump tells of blocks. That a tier below the device has had events and holds none is told
 * besides, by a removal of nothing.
 */
final class StateDump {
  private StateDump() {}

  /** None if the router cannot spell out what it holds. */
  static Optional<List<CaseStep>> after(Side side, List<IndexStep> history) {
    KvRouter router = side.fresh().get();
    if (!(router instanceof DumpingRouter dumping)) {
      return Optional.empty();
    }
    List<CaseStep> known = new ArrayList<>();
    Set<StorageTier> tiers = EnumSet.of(StorageTier.DEVICE);
    for (IndexStep step : history) {
      ApplyStatus status = router.take(step);
      switch (step) {
        case ResidencySnapshot _, WorkerSnapshot _ -> known.add(step);
        case Stored(var owner, var tier, _, _, _) when status == OK && tiers.add(tier) ->
            known.add(new Removed(owner, tier, BlockHashes.empty()));
        case Removed(var owner, var tier, _) when tiers.add(tier) ->
            known.add(new Removed(owner, tier, BlockHashes.empty()));
        default -> {} // leaves nothing that a dump does not tell
      }
    }
    known.addAll(dumping.dumpEvents());
    HintLaws.gapped(history).forEach(owner -> known.add(new StreamState(owner, true)));
    return Optional.of(known);
  }

  static Case withSteps(Case like, List<CaseStep> steps) {
    return new Case(like.profile(), like.seed(), steps, like.requests(), like.fetches());
  }
}
