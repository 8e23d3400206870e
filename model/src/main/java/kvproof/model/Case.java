package kvproof.model;

import java.util.List;

/**
 * One whole test case as a value: the history, then the requests, then the fetches.
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
  }
}
