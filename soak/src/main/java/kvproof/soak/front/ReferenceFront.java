package kvproof.soak.front;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.CaseStep;
import kvproof.model.IndexFront;
import kvproof.model.IndexStep;
import kvproof.model.Prediction;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival;

/**
 * Streams and predictions before one index: each part sees what the other lets through, so that a
 * rank that leaves by its stream is no longer predicted.
 */
final class ReferenceFront implements IndexFront {
  private final IndexFront streams;
  private final IndexFront predictions;

  ReferenceFront(IndexFront streams, IndexFront predictions) {
    this.streams = streams;
    this.predictions = predictions;
  }

  @Override
  public List<IndexStep> take(CaseStep step) {
    return switch (step) {
      case StreamArrival arrival -> seenBy(predictions, streams.take(arrival));
      case Prediction prediction -> seenBy(streams, predictions.take(prediction));
      case IndexStep plain -> seenBy(predictions, streams.take(plain));
      case SchedulingStep _ -> throw new IllegalArgumentException("not for an index: " + step);
    };
  }

  private static List<IndexStep> seenBy(IndexFront other, List<IndexStep> steps) {
    steps.forEach(other::take);
    return steps;
  }

  /** The two have no name in common. */
  @Override
  public SortedMap<String, Long> counts() {
    SortedMap<String, Long> counts = new TreeMap<>(streams.counts());
    counts.putAll(predictions.counts());
    return counts;
  }
}
