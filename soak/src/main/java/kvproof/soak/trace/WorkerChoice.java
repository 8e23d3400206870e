package kvproof.soak.trace;

import java.util.Optional;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Owner;

/**
 * What a router chose for one worker.
 *
 * @param frontier first position that the worker does not hold
 * @param source absent: nothing to fetch
 * @param end credited end; the frontier without a source
 */
record WorkerChoice(int frontier, Optional<Owner> source, int end) {

  static WorkerChoice of(SourceChoice choice) {
    return new WorkerChoice(choice.frontier(), choice.source(), choice.end());
  }

  @Override
  public String toString() {
    return source
        .map(from -> "fetch [" + frontier + ", " + end + ") from " + from)
        .orElseGet(() -> "no fetch at " + frontier + ", end " + end);
  }
}
