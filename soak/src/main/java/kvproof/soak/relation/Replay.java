package kvproof.soak.relation;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.HeldBlock;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.soak.front.FrontedRouter;
import kvproof.soak.run.Side;

/**
 * What a router says at the end of a case.
 *
 * @param answers by request id
 * @param router as it was when it said so
 */
record Replay(SortedMap<String, Answer> answers, List<HeldBlock> held, KvRouter router) {

  /** Runs the case on a fresh router; whatever that throws comes out. */
  static Replay of(Side side, Case changed) {
    FrontedRouter fronted = side.fronted();
    changed.steps().forEach(fronted::take);
    KvRouter router = fronted.router();
    SortedMap<String, Answer> answers = new TreeMap<>();
    for (Request request : changed.requests()) {
      answers.put(request.id(), router.answer(request));
    }
    return new Replay(answers, router.heldBlocks(), router);
  }
}
