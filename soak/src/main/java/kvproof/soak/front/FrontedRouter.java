package kvproof.soak.front;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.IndexFront;
import kvproof.model.IndexStep;
import kvproof.model.KvRouter;
import kvproof.model.SchedulingStep;

/** A router and what stands in front of its index; for one thread at a time. */
public final class FrontedRouter {
  private final KvRouter router;
  private final IndexFront front;

  public FrontedRouter(KvRouter router, IndexFront front) {
    this.router = router;
    this.front = front;
  }

  public KvRouter router() {
    return router;
  }

  /** What the step comes to for the index, which has still to take it; nothing if no index does. */
  public List<IndexStep> steps(CaseStep step) {
    return step instanceof SchedulingStep ? List.of() : front.take(step);
  }

  /** The router takes whatever the step comes to, which is returned. */
  public List<IndexStep> take(CaseStep step) {
    List<IndexStep> steps = steps(step);
    steps.forEach(router::take);
    return steps;
  }

  /** What the front counted. */
  public SortedMap<String, Long> counts() {
    return front.counts();
  }

  /** The case with what its steps come to in their place; the router takes all of it. */
  public Case flattened(Case original) {
    List<CaseStep> steps = new ArrayList<>();
    original.steps().forEach(step -> steps.addAll(take(step)));
    return new Case(
        original.profile(), original.seed(), steps, original.requests(), original.fetches());
  }
}
