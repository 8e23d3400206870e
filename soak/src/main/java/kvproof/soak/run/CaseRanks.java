package kvproof.soak.run;

import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Arrival;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.Prediction;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/** The ranks that a case names anywhere, and those whose blocks a step may change. */
final class CaseRanks {
  private final NavigableSet<WorkerWithDpRank> named = new TreeSet<>();

  CaseRanks(Case soakCase) {
    soakCase.steps().forEach(this::addNamedBy);
    soakCase.requests().forEach(request -> named.addAll(request.targets()));
  }

  SortedSet<WorkerWithDpRank> named() {
    return named;
  }

  private void addNamedBy(CaseStep step) {
    switch (step) {
      case Stored stored -> addRank(stored.owner());
      case Removed removed -> addRank(removed.owner());
      case Cleared cleared -> cleared.rank().ifPresent(named::add);
      case RankRemoved removed -> named.add(removed.rank());
      case WorkerRemoved _ -> {}
      case ResidencySnapshot snapshot -> {
        named.addAll(snapshot.projections().values());
        snapshot.hintSources().values().stream()
            .map(HintSource::attachedTo)
            .flatMap(Optional::stream)
            .forEach(named::add);
      }
      case WorkerSnapshot snapshot -> snapshot.workers().values().forEach(this::addRanks);
      case StreamState state -> addRank(state.owner());
      case Arrival arrival -> addNamedBy(arrival);
      case SchedulingStep _ -> {}
    }
  }

  private void addNamedBy(Arrival arrival) {
    switch (arrival) {
      case BatchPublished published -> {
        named.add(published.rank());
        published.events().forEach(this::addNamedBy);
      }
      case BatchArrived arrived -> {
        named.add(arrived.rank());
        arrived.events().forEach(this::addNamedBy);
      }
      case StreamArrival stream -> named.add(stream.rank());
      case Prediction prediction -> prediction.target().ifPresent(named::add);
    }
  }

  private void addRank(Owner owner) {
    if (owner instanceof WorkerWithDpRank rank) {
      named.add(rank);
    }
  }

  private void addRanks(WorkerRecord worker) {
    worker.ranks().forEach(rank -> named.add(new WorkerWithDpRank(worker.workerId(), rank)));
  }

  SortedSet<WorkerWithDpRank> touchedBy(CaseStep step) {
    SortedSet<WorkerWithDpRank> touched = new TreeSet<>();
    for (WorkerWithDpRank rank : named) {
      if (isTouched(rank, step)) {
        touched.add(rank);
      }
    }
    return touched;
  }

  private static boolean isTouched(WorkerWithDpRank rank, CaseStep step) {
    return switch (step) {
      case Stored stored -> stored.owner().equals(rank);
      case Removed removed -> removed.owner().equals(rank);
      case Cleared cleared -> cleared.rank().filter(rank::equals).isPresent();
      case RankRemoved removed -> removed.rank().equals(rank);
      case WorkerRemoved removed -> removed.workerId() == rank.workerId();
      case ResidencySnapshot _, WorkerSnapshot _, StreamState _, SchedulingStep _ -> false;
      case Arrival _ -> true; // time and closed streams reach ranks that they do not name
    };
  }
}
