package kvproof.router.predict;

import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeSet;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;

/** A router with a predictor in front of it, and what it says in short. */
final class PredictedRouter {
  final ReferenceRouter router = new ReferenceRouter();
  final Predictor predictor = new Predictor();

  PredictedRouter(CaseStep... steps) {
    take(steps);
  }

  /** Returns what the last of the steps came to. */
  List<IndexStep> take(CaseStep... steps) {
    List<IndexStep> last = List.of();
    for (CaseStep step : steps) {
      last = predictor.take(step);
      last.forEach(router::take);
    }
    return last;
  }

  /** Leading blocks that the rank is taken to hold of a prompt with these sequence hashes. */
  int score(WorkerWithDpRank rank, long... hashes) {
    DeviceMatch match = answer(hashes).device().get(rank);
    return match == null ? 0 : match.blocks();
  }

  Answer answer(long... hashes) {
    return router.answer(new Request("r", Predictions.local(hashes), List.of()));
  }

  OptionalLong resident(WorkerWithDpRank rank) {
    return router.residentBlocks(rank);
  }

  /** Hashes that the rank is taken to hold, ascending. */
  TreeSet<Long> held(WorkerWithDpRank rank) {
    TreeSet<Long> held = new TreeSet<>(Long::compareUnsigned);
    for (HeldBlock block : router.heldBlocks()) {
      if (block.owner().equals(rank)) {
        held.add(block.externalHash());
      }
    }
    return held;
  }

  long count(String name) {
    SortedMap<String, Long> counts = predictor.counts();
    return counts.getOrDefault(name, 0L);
  }
}
