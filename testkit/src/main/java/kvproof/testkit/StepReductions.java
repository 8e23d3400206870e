package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.Arrival;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;

/** Smaller steps in the place of larger ones. */
final class StepReductions {
  private StepReductions() {}

  static List<Case> withOneStepSmaller(Case larger) {
    List<Case> smaller = new ArrayList<>();
    for (int i = 0; i < larger.steps().size(); i++) {
      for (CaseStep step : smallerSteps(larger.steps().get(i))) {
        List<CaseStep> steps = CaseReductions.with(larger.steps(), i, step);
        smaller.add(CaseReductions.withSteps(larger, steps));
      }
    }
    return smaller;
  }

  /** Steps that say a little less. */
  static List<? extends CaseStep> smallerSteps(CaseStep step) {
    return switch (step) {
      case Stored stored -> smallerStores(stored);
      case Removed removed -> smallerRemovals(removed);
      case Cleared(var rank, var cacheOwner) ->
          rank.isPresent() && cacheOwner.isPresent()
              ? List.of(Cleared.of(rank.get()), Cleared.of(cacheOwner.get()))
              : List.of();
      case RankRemoved _, WorkerRemoved _ -> List.of();
      case ResidencySnapshot snapshot -> SnapshotReductions.smaller(snapshot);
      case WorkerSnapshot snapshot -> SnapshotReductions.smaller(snapshot);
      case StreamState _ -> List.of();
      case Arrival arrival -> ArrivalReductions.smaller(arrival);
      case SchedulingStep scheduling -> SchedulingReductions.smaller(scheduling);
    };
  }

  /** Without the second half, the last block, or the first; or at the root. */
  private static List<Stored> smallerStores(Stored stored) {
    int blocks = stored.externalHashes().size();
    List<Stored> smaller = new ArrayList<>();
    if (blocks > 2) {
      smaller.add(part(stored, stored.parent(), 0, blocks / 2));
    }
    if (blocks > 0) {
      smaller.add(part(stored, stored.parent(), 0, blocks - 1));
    }
    if (blocks > 1) {
      OptionalLong first = OptionalLong.of(stored.externalHashes().at(0));
      smaller.add(part(stored, first, 1, blocks));
    }
    if (stored.parent().isPresent()) {
      smaller.add(part(stored, OptionalLong.empty(), 0, blocks));
    }
    return smaller;
  }

  private static Stored part(Stored stored, OptionalLong parent, int start, int end) {
    return new Stored(
        stored.owner(),
        stored.tier(),
        parent,
        stored.localHashes().slice(start, end),
        stored.externalHashes().slice(start, end));
  }

  private static List<Removed> smallerRemovals(Removed removed) {
    List<Long> hashes = removed.externalHashes().stream().boxed().toList();
    List<Removed> smaller = new ArrayList<>();
    for (int i = 0; i < hashes.size(); i++) {
      BlockHashes fewer = BlockHashes.of(CaseReductions.without(hashes, i));
      smaller.add(new Removed(removed.owner(), removed.tier(), fewer));
    }
    return smaller;
  }
}
