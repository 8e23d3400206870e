package kvproof.soak.run;

import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvRouter;
import kvproof.model.ResidencySnapshot;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.front.Fronts;
import kvproof.soak.run.CaseCheck.FinishedCase;

/** Cases that a router has taken, for tests of what is checked then. */
public final class Finished {
  private Finished() {}

  /** With what its arrivals come to in their place. */
  public static FinishedCase of(Case soakCase, Side side) {
    Case plain = Fronts.fronted(new OwnerInventoryOracle()).flattened(soakCase);
    KvRouter router = side.fresh().get();
    ResidencySnapshot residency = ResidencySnapshot.empty();
    WorkerSnapshot workers = WorkerSnapshot.unlisted();
    for (IndexStep step : plain.indexSteps()) {
      router.take(step);
      residency = step instanceof ResidencySnapshot replaced ? replaced : residency;
      workers = step instanceof WorkerSnapshot replaced ? replaced : workers;
    }
    SortedMap<String, Answer> answers = new TreeMap<>();
    plain.requests().forEach(request -> answers.put(request.id(), router.answer(request)));
    SortedMap<WorkerWithDpRank, OptionalLong> resident = new TreeMap<>();
    for (WorkerWithDpRank rank : new CaseRanks(plain).named()) {
      resident.put(rank, router.residentBlocks(rank));
    }
    return new FinishedCase(
        soakCase, plain, side, answers, residency, workers, router.heldBlocks(), resident);
  }
}
