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
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
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
      case ReplayLimits limits -> smallerLimits(limits);
      case StreamArrival.StreamClosed _, StreamArrival.EngineRestarted _ -> List.of();
    };
  }

  /** One restriction less. */
  private static List<StreamArrival> smallerLimits(ReplayLimits limits) {
    List<StreamArrival> smaller = new ArrayList<>();
    if (limits.oldest() != 0) {
      smaller.add(new ReplayLimits(limits.rank(), 0, limits.early(), limits.most()));
    }
    if (limits.early() > 0) {
      int less = limits.early() - 1;
      smaller.add(new ReplayLimits(limits.rank(), limits.oldest(), less, limits.most()));
    }
    if (limits.most().isPresent()) {
      smaller.add(
          new ReplayLimits(limits.rank(), limits.oldest(), limits.early(), OptionalInt.empty()));
    }
    return smaller;
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
      case RequestAdmitted admitted -> smallerRequests(admitted);
      case OutputMaterialized output -> smallerOutputs(output);
      case RequestRouted _,
          ModeChosen _,
          TimePassed _,
          CapacityDeclared _,
          RequestFinished _,
          RankReset _ ->
          List.of();
    };
  }

  private static List<Prediction> smallerRequests(RequestAdmitted admitted) {
    List<Prediction> smaller = new ArrayList<>();
    if (!admitted.localHashes().isEmpty()) {
      smaller.add(
          new RequestAdmitted(
              admitted.rank(),
              admitted.incarnation(),
              admitted.attempt(),
              shorter(admitted.localHashes()),
              shorter(admitted.sequenceHashes()),
              admitted.privateBlocks()));
    }
    if (admitted.privateBlocks() > 0) {
      smaller.add(
          new RequestAdmitted(
              admitted.rank(),
              admitted.incarnation(),
              admitted.attempt(),
              admitted.localHashes(),
              admitted.sequenceHashes(),
              admitted.privateBlocks() - 1));
    }
    return smaller;
  }

  private static List<Prediction> smallerOutputs(OutputMaterialized output) {
    List<Prediction> smaller = new ArrayList<>();
    if (!output.localHashes().isEmpty()) {
      smaller.add(
          smaller(output, shorter(output.localHashes()), shorter(output.sequenceHashes()), 0));
    }
    if (output.privateBlocks() > 0) {
      smaller.add(smaller(output, output.localHashes(), output.sequenceHashes(), 1));
    }
    return smaller;
  }

  private static OutputMaterialized smaller(
      OutputMaterialized like, BlockHashes locals, BlockHashes sequences, int fewerPrivate) {
    return new OutputMaterialized(
        like.rank(),
        like.incarnation(),
        like.attempt(),
        like.parent(),
        like.startPosition(),
        locals,
        sequences,
        like.privateBlocks() - fewerPrivate);
  }

  private static BlockHashes shorter(BlockHashes hashes) {
    return hashes.slice(0, hashes.size() - 1);
  }
}
