package kvproof.oracles.front;

import java.util.List;
import java.util.SortedMap;
import kvproof.model.CaseStep;
import kvproof.model.IndexFront;
import kvproof.model.IndexStep;
import kvproof.model.KvRouter;
import kvproof.model.Prediction;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival;

/**
 * The index steps that every arrival comes to, from the definitions of listeners and predictions.
 *
 * <p>Catches a batch applied twice or not at all, copies miscounted, a gap that nobody reports or
 * that ends too soon, a recovery that brings too much or too little, and blocks that a prediction
 * keeps too long or drops too early. Promises nothing about the order of events inside one step
 * beyond what an index can tell. Blind to bytes, sockets, threads and real time.
 */
public final class FrontOracle implements IndexFront {
  private final Counts counts = new Counts();
  private final StreamOracle streams;
  private final PredictionOracle predictions = new PredictionOracle(counts);

  /**
   * In front of an index, which takes whatever {@link #take} returns before the next step.
   *
   * <p>The index is asked for nothing but whether it holds any block of a rank.
   */
  public FrontOracle(KvRouter index) {
    this.streams =
        new StreamOracle(
            rank -> index.heldBlocks().stream().anyMatch(block -> block.owner().equals(rank)),
            counts);
  }

  @Override
  public List<IndexStep> take(CaseStep step) {
    return switch (step) {
      case IndexStep plain -> {
        streams.note(plain);
        predictions.note(plain);
        yield List.of(plain);
      }
      case StreamArrival arrival -> {
        List<IndexStep> steps = streams.take(arrival);
        steps.forEach(predictions::note); // timers go with the rank that is deregistered
        yield steps;
      }
      case Prediction prediction -> {
        List<IndexStep> steps = predictions.take(prediction);
        steps.forEach(streams::note); // copies go with the rank that is cleared
        yield steps;
      }
      case SchedulingStep _ -> throw new IllegalArgumentException("not for an index: " + step);
    };
  }

  @Override
  public SortedMap<String, Long> counts() {
    return counts.all();
  }
}
