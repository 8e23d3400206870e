package kvproof.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One whole test case as a value: the history, then the requests, then the fetches.
 *
 * <p>No two requests share an id, and each fetch is about a request and one of its targets.
 *
 * @param profile name of the profile that drew it
 * @param seed case seed; reruns the case alone
 */
public record Case(
    String profile,
    long seed,
    List<CaseStep> steps,
    List<Request> requests,
    List<FetchAttempt> fetches) {
  public Case {
    steps = List.copyOf(steps);
    requests = List.copyOf(requests);
    fetches = List.copyOf(fetches);
    requireKnownTargets(fetches, byId(requests));
  }

  /**
   * What the index takes, of a case in which nothing arrives; throws {@link IllegalStateException}
   * else.
   */
  public List<IndexStep> indexSteps() {
    List<IndexStep> plain = new ArrayList<>();
    for (CaseStep step : steps) {
      switch (step) {
        case IndexStep index -> plain.add(index);
        case SchedulingStep _ -> {}
        case Arrival arrival -> throw new IllegalStateException("no index step: " + arrival);
      }
    }
    return plain;
  }

  private static Map<String, Request> byId(List<Request> requests) {
    Map<String, Request> byId = new HashMap<>();
    for (Request request : requests) {
      if (byId.put(request.id(), request) != null) {
        throw new IllegalArgumentException("two requests are named " + request.id());
      }
    }
    return byId;
  }

  private static void requireKnownTargets(List<FetchAttempt> fetches, Map<String, Request> byId) {
    for (FetchAttempt fetch : fetches) {
      Request request = byId.get(fetch.requestId());
      if (request == null || !request.targets().contains(fetch.target())) {
        throw new IllegalArgumentException(
            "no request " + fetch.requestId() + " with target " + fetch.target());
      }
    }
  }
}
