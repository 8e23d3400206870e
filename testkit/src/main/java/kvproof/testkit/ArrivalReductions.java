package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Function;
import kvproof.model.Arrival;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Prediction;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.Passage;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamOpened;

/** Smaller arrivals: fewer and smaller events in a batch, fewer blocks, fewer restrictions. */
final class ArrivalReductions {
  private ArrivalReductions() {}

  static List<? extends CaseStep> smaller(Arrival arrival) {
    return switch (arrival) {
      case StreamArrival stream -> smallerStreams(stream);
      case Prediction prediction -> smallerPredictions(prediction);
    };
  }

  private static List<StreamArrival> smallerStreams(StreamArrival arrival) {
    return switch (arrival) {
      case BatchPublished published -> smallerBatches(published);
      case BatchArrived(var rank, var incarnation, var sequence, var events) ->
          smallerLists(events, fewer -> new BatchArrived(rank, incarnation, sequence, fewer));
      case StreamOpened(var rank, var recovery, var countsCopies) ->
          countsCopies ? List.of(new StreamOpened(rank, recovery, false)) : List.of();
      case ReplayLimits(var rank, var oldest, var early, var most) ->
          early > 0 || most.isPresent()
              ? List.of(new ReplayLimits(rank, oldest, 0, OptionalInt.empty()))
              : List.of();
      case StreamArrival.StreamClosed _, StreamArrival.EngineRestarted _ -> List.of();
    };
  }

  private static List<StreamArrival> smallerBatches(BatchPublished published) {
    List<StreamArrival> smaller =
        smallerLists(
            published.events(),
            fewer ->
                new BatchPublished(
                    published.rank(), published.sequence(), fewer, published.passage()));
    if (published.passage() != Passage.ARRIVES) {
      smaller.add(
          new BatchPublished(
              published.rank(), published.sequence(), published.events(), Passage.ARRIVES));
    }
    return smaller;
  }

  private static List<StreamArrival> smallerLists(
      List<KvCacheEvent> events, Function<List<KvCacheEvent>, StreamArrival> batch) {
    List<StreamArrival> smaller = new ArrayList<>();
    for (int i = 0; i < events.size(); i++) {
      smaller.add(batch.apply(CaseReductions.without(events, i)));
      for (CaseStep step : StepReductions.smallerSteps(events.get(i))) {
        if (step instanceof KvCacheEvent event) {
          smaller.add(batch.apply(CaseReductions.with(events, i, event)));
        }
      }
    }
    return smaller;
  }

  private static List<Prediction> smallerPredictions(Prediction prediction) {
    return switch (prediction) {
      case RequestRouted(var rank, var locals, var sequences)
          when !locals.isEmpty() && !sequences.isEmpty() ->
          List.of(new RequestRouted(rank, shorter(locals), shorter(sequences)));
      case RequestAdmitted admitted when !admitted.localHashes().isEmpty() ->
          List.of(
              new RequestAdmitted(
                  admitted.rank(),
                  admitted.incarnation(),
                  admitted.attempt(),
                  shorter(admitted.localHashes()),
                  shorter(admitted.sequenceHashes()),
                  admitted.privateBlocks()));
      case OutputMaterialized output when !output.localHashes().isEmpty() ->
          List.of(
              new OutputMaterialized(
                  output.rank(),
                  output.incarnation(),
                  output.attempt(),
                  output.parent(),
                  output.startPosition(),
                  shorter(output.localHashes()),
                  shorter(output.sequenceHashes()),
                  output.privateBlocks()));
      default -> List.of();
    };
  }

  private static BlockHashes shorter(BlockHashes hashes) {
    return hashes.slice(0, hashes.size() - 1);
  }
}
