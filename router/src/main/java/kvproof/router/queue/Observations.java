package kvproof.router.queue;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import kvproof.model.SelectionRequest;
import kvproof.router.queue.OverlapObserver.WorseOverlap;

/** Keeps what an observer is to be told until the turn of the queue is over. */
final class Observations {
  private final Optional<OverlapObserver> observer;
  private final Queue<WorseOverlap> waiting = new ArrayDeque<>();

  Observations(Optional<OverlapObserver> observer) {
    this.observer = observer;
  }

  /**
   * What there is to tell of a request that was booked by the last choice of the chooser; empty if
   * nobody wants to hear it. A pin is its only candidate.
   */
  Optional<WorseOverlap> observe(SelectionRequest request, WorkerChooser chooser) {
    if (observer.isEmpty()) {
      return Optional.empty();
    }
    CandidateInputs inputs = chooser.inputs();
    int best = 0;
    for (int candidate = 1; candidate < inputs.candidateCount(); candidate++) {
      if (inputs.effectiveOverlap(candidate) > inputs.effectiveOverlap(best)) {
        best = candidate;
      }
    }
    double got = chooser.chosenOverlap();
    if (inputs.effectiveOverlap(best) <= got) {
      return Optional.empty();
    }
    return Optional.of(
        new WorseOverlap(
            request.id(),
            chooser.chosenRank(),
            got,
            inputs.rank(best),
            inputs.effectiveOverlap(best)));
  }

  /** The request was delivered. */
  void tellLater(WorseOverlap seen) {
    waiting.add(seen);
  }

  void tell() {
    for (WorseOverlap next = waiting.poll(); next != null; next = waiting.poll()) {
      observer.orElseThrow().observed(next);
    }
  }
}
