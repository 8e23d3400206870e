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

  /** A request was booked by the last choice of the chooser; a pin is its only candidate. */
  void note(SelectionRequest request, WorkerChooser chooser) {
    if (observer.isEmpty()) {
      return;
    }
    CandidateInputs inputs = chooser.inputs();
    int best = 0;
    for (int candidate = 1; candidate < inputs.candidateCount(); candidate++) {
      if (inputs.effectiveOverlap(candidate) > inputs.effectiveOverlap(best)) {
        best = candidate;
      }
    }
    double got = chooser.chosenOverlap();
    if (inputs.effectiveOverlap(best) > got) {
      waiting.add(
          new WorseOverlap(
              request.id(),
              chooser.chosenRank(),
              got,
              inputs.rank(best),
              inputs.effectiveOverlap(best)));
    }
  }

  void tell() {
    for (WorseOverlap next = waiting.poll(); next != null; next = waiting.poll()) {
      observer.orElseThrow().observed(next);
    }
  }
}
