package kvproof.soak.situation;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Predicate;
import java.util.stream.Stream;
import kvproof.model.Arrival;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Prediction;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.StreamState;
import kvproof.model.WorkerWithDpRank;

/**
 * Something that arrived, and what the oracle's front made of it.
 *
 * @param steps what the index had to take
 * @param counted by how much each count grew; one that did not may be missing
 * @param gapped whose streams had a gap before
 * @param streams listeners as they were before, engines as they are
 * @param predictions as they were before
 */
record ArrivalScene(
    Arrival arrival,
    List<IndexStep> steps,
    SortedMap<String, Long> counted,
    Holdings before,
    Holdings after,
    SortedSet<Owner> gapped,
    StreamLedger streams,
    PredictionLedger predictions) {

  /** A batch of engine events, as it was sent. */
  record Batch(WorkerWithDpRank rank, long sequence, List<KvCacheEvent> events) {}

  long count(String name) {
    return counted.getOrDefault(name, 0L);
  }

  boolean counts(String name) {
    return count(name) > 0;
  }

  /** The batch that is sent, whether it gets there or not. */
  Optional<Batch> batch() {
    return switch (arrival) {
      case BatchPublished(var rank, var sequence, var events, var _) ->
          Optional.of(new Batch(rank, sequence, events));
      case BatchArrived(var rank, var _, var sequence, var events) ->
          Optional.of(new Batch(rank, sequence, events));
      case StreamOpened _, StreamClosed _, EngineRestarted _, ReplayLimits _, Prediction _ ->
          Optional.empty();
    };
  }

  /** The stream of the batch, if there is a batch and it was that stream's turn. */
  boolean isBatchOf(Predicate<StreamLedger.EventStream> wanted) {
    return batch().map(batch -> streams.of(batch.rank())).filter(wanted).isPresent();
  }

  /** A gap was found in the batch's own stream, or one that was there is still there. */
  boolean leavesGap() {
    return batch().isPresent() && steps.contains(new StreamState(batch().get().rank(), true));
  }

  boolean comesTo(Predicate<IndexStep> wanted) {
    return steps.stream().anyMatch(wanted);
  }

  boolean clears(Owner owner) {
    return comesTo(
        step ->
            step instanceof Cleared(var rank, var cacheOwner)
                && (rank.filter(owner::equals).isPresent()
                    || cacheOwner.filter(owner::equals).isPresent()));
  }

  boolean stores() {
    return comesTo(Stored.class::isInstance);
  }

  /** Every block that the index is told to remove. */
  Stream<Past.Block> removed() {
    return steps.stream().filter(Removed.class::isInstance).flatMap(step -> blocks((Removed) step));
  }

  static Stream<Past.Block> blocks(Removed removed) {
    return removed.externalHashes().stream()
        .mapToObj(hash -> new Past.Block(removed.tier(), removed.owner(), hash));
  }

  /** The rank of a prediction; none: something else arrived, or it is about nobody. */
  Optional<WorkerWithDpRank> predicted() {
    return arrival instanceof Prediction prediction ? prediction.target() : Optional.empty();
  }
}
