package kvproof.events.ingest;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import kvproof.model.CaseStep;
import kvproof.model.IndexFront;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Prediction;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.WorkerWithDpRank;

/**
 * The product's ingest over the streams of a case: only the engines and the network are simulated.
 *
 * <p>For one thread at a time; a case without arrivals of streams passes as it is.
 */
public final class CaseStreams implements IndexFront {
  private final List<IndexStep> emitted = new ArrayList<>();
  private final Ingest ingest;
  private final SortedMap<WorkerWithDpRank, SimulatedEngine> engines = new TreeMap<>();

  /**
   * @param holdsBlocks whether the index behind holds any block of the rank, on any tier; asked
   *     before it takes the steps of the arrival in question
   */
  public CaseStreams(Predicate<? super WorkerWithDpRank> holdsBlocks) {
    this.ingest = new Ingest(emitted::add, holdsBlocks);
  }

  /** Not for a {@link Prediction}, which is not about streams. */
  @Override
  public List<IndexStep> take(CaseStep step) {
    emitted.clear();
    switch (step) {
      case IndexStep plain -> ingest.pass(plain);
      case StreamArrival arrival -> take(arrival);
      case Prediction _, SchedulingStep _ ->
          throw new IllegalArgumentException("no stream brings " + step);
    }
    return List.copyOf(emitted);
  }

  private void take(StreamArrival arrival) {
    switch (arrival) {
      case StreamOpened opened ->
          ingest.open(new StreamTerms(opened.rank(), recovery(opened), opened.countsCopies()));
      case StreamClosed(var rank) -> ingest.close(rank);
      case BatchPublished published -> publish(published);
      case BatchArrived(var rank, long incarnation, long sequence, var events) ->
          ingest.receive(rank, incarnation, StreamBatch.of(sequence, events));
      case EngineRestarted(var rank) -> engine(rank).restart();
      case ReplayLimits limits -> engine(limits.rank()).limit(limits);
    }
  }

  private StreamRecovery recovery(StreamOpened opened) {
    SimulatedEngine engine = engine(opened.rank());
    return switch (opened.recovery()) {
      case NONE -> new StreamRecovery.None();
      case REPLAY -> new StreamRecovery.Replay(engine);
      case PEER -> new StreamRecovery.Peer(engine);
    };
  }

  private void publish(BatchPublished published) {
    WorkerWithDpRank rank = published.rank();
    List<KvCacheEvent> events = published.events();
    engine(rank).publish(published.sequence(), events);
    switch (published.passage()) {
      case ARRIVES ->
          ingest.receive(
              rank, ingest.incarnation(rank), StreamBatch.of(published.sequence(), events));
      case LOST -> {}
      case GARBLED -> ingest.receiveUndecodable(rank, ingest.incarnation(rank));
    }
  }

  private SimulatedEngine engine(WorkerWithDpRank rank) {
    return engines.computeIfAbsent(rank, SimulatedEngine::new);
  }

  @Override
  public SortedMap<String, Long> counts() {
    return ingest.counts().byLabel();
  }
}
