package kvproof.testkit;

import java.util.List;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.FetchAttempt;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.Prediction;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RankReset;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.SchedulingStep;
import kvproof.model.StreamArrival;
import kvproof.model.StreamArrival.BatchArrived;
import kvproof.model.StreamArrival.BatchPublished;
import kvproof.model.StreamArrival.EngineRestarted;
import kvproof.model.StreamArrival.ReplayLimits;
import kvproof.model.StreamArrival.StreamClosed;
import kvproof.model.StreamArrival.StreamOpened;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;

/**
 * Other names for everything that a case speaks of.
 *
 * <p>Each part must give different names to different values. The endpoints that drawn cases use
 * say whose they are, and follow the name; others stay.
 */
public record Renaming(
    LongUnaryOperator workerIds,
    IntUnaryOperator dpRanks,
    UnaryOperator<CacheOwner> cacheOwners,
    LongUnaryOperator localHashes,
    LongUnaryOperator externalHashes) {

  public Case rename(Case original) {
    return new Case(
        original.profile(),
        original.seed(),
        original.steps().stream().map(this::rename).toList(),
        original.requests().stream().map(this::rename).toList(),
        original.fetches().stream().map(this::rename).toList());
  }

  public CaseStep rename(CaseStep step) {
    return switch (step) {
      case KvCacheEvent event -> rename(event);
      case ResidencySnapshot snapshot -> rename(snapshot);
      case WorkerSnapshot snapshot -> rename(snapshot);
      case StreamState(var owner, var isGapped) -> new StreamState(rename(owner), isGapped);
      case StreamArrival arrival -> rename(arrival);
      case Prediction prediction -> rename(prediction);
      case SchedulingStep scheduling -> new SchedulingRenaming(this).rename(scheduling);
    };
  }

  private StreamArrival rename(StreamArrival arrival) {
    WorkerWithDpRank rank = rename(arrival.rank());
    return switch (arrival) {
      case StreamOpened(_, var recovery, var copies) -> new StreamOpened(rank, recovery, copies);
      case StreamClosed _ -> new StreamClosed(rank);
      case BatchPublished(_, var sequence, var events, var passage) ->
          new BatchPublished(rank, sequence, renameEach(events), passage);
      case BatchArrived(_, var incarnation, var sequence, var events) ->
          new BatchArrived(rank, incarnation, sequence, renameEach(events));
      case EngineRestarted _ -> new EngineRestarted(rank);
      case ReplayLimits(_, var oldest, var early, var most) ->
          new ReplayLimits(rank, oldest, early, most);
    };
  }

  private List<KvCacheEvent> renameEach(List<KvCacheEvent> events) {
    return events.stream().map(this::rename).toList();
  }

  private Prediction rename(Prediction prediction) {
    return switch (prediction) {
      case ModeChosen _, TimePassed _ -> prediction;
      case RequestRouted(var rank, var locals, var sequences) ->
          new RequestRouted(
              rename(rank), renameEach(locals, localHashes), renameEach(sequences, externalHashes));
      case CapacityDeclared(var rank, var incarnation, var blocks) ->
          new CapacityDeclared(rename(rank), incarnation, blocks);
      case RequestAdmitted(
              var rank,
              var incarnation,
              var attempt,
              var locals,
              var sequences,
              var privateBlocks) ->
          new RequestAdmitted(
              rename(rank),
              incarnation,
              attempt,
              renameEach(locals, localHashes),
              renameEach(sequences, externalHashes),
              privateBlocks);
      case OutputMaterialized output ->
          new OutputMaterialized(
              rename(output.rank()),
              output.incarnation(),
              output.attempt(),
              rename(output.parent()),
              output.startPosition(),
              renameEach(output.localHashes(), localHashes),
              renameEach(output.sequenceHashes(), externalHashes),
              output.privateBlocks());
      case RequestFinished(var rank, var incarnation, var attempt) ->
          new RequestFinished(rename(rank), incarnation, attempt);
      case RankReset(var rank) -> new RankReset(rename(rank));
    };
  }

  public Request rename(Request request) {
    return new Request(
        request.id(),
        renameEach(request.localHashes(), localHashes),
        request.targets().stream().map(this::rename).toList());
  }

  public WorkerWithDpRank rename(WorkerWithDpRank rank) {
    return new WorkerWithDpRank(
        workerIds.applyAsLong(rank.workerId()), dpRanks.applyAsInt(rank.dpRank()));
  }

  public Owner rename(Owner owner) {
    return switch (owner) {
      case WorkerWithDpRank rank -> rename(rank);
      case CacheOwner cacheOwner -> cacheOwners.apply(cacheOwner);
    };
  }

  private FetchAttempt rename(FetchAttempt fetch) {
    return new FetchAttempt(
        fetch.requestId(),
        rename(fetch.target()),
        fetch.meanwhile().stream().map(this::rename).toList(),
        fetch.askInstead().map(this::rename),
        fetch.fault());
  }

  private KvCacheEvent rename(KvCacheEvent event) {
    return switch (event) {
      case Stored(var owner, var tier, var parent, var locals, var externals) ->
          new Stored(
              rename(owner),
              tier,
              rename(parent),
              renameEach(locals, localHashes),
              renameEach(externals, externalHashes));
      case Removed(var owner, var tier, var externals) ->
          new Removed(rename(owner), tier, renameEach(externals, externalHashes));
      case Cleared(var rank, var cacheOwner) ->
          new Cleared(rank.map(this::rename), cacheOwner.map(cacheOwners));
      case RankRemoved(var rank) -> new RankRemoved(rename(rank));
      case WorkerRemoved(long workerId) -> new WorkerRemoved(workerIds.applyAsLong(workerId));
    };
  }

  private OptionalLong rename(OptionalLong parent) {
    return parent.isPresent()
        ? OptionalLong.of(externalHashes.applyAsLong(parent.getAsLong()))
        : parent;
  }

  BlockHashes renameLocal(BlockHashes hashes) {
    return renameEach(hashes, localHashes);
  }

  private static BlockHashes renameEach(BlockHashes hashes, LongUnaryOperator names) {
    return BlockHashes.of(hashes.stream().map(names).toArray());
  }

  private ResidencySnapshot rename(ResidencySnapshot snapshot) {
    SortedMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
    snapshot
        .projections()
        .forEach((owner, rank) -> projections.put(cacheOwners.apply(owner), rename(rank)));
    SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>();
    snapshot
        .hintSources()
        .forEach(
            (owner, source) -> hintSources.put(cacheOwners.apply(owner), rename(owner, source)));
    return new ResidencySnapshot(projections, hintSources);
  }

  private HintSource rename(CacheOwner owner, HintSource source) {
    String endpoint =
        source.endpoint().equals(SnapshotKinds.endpoint(owner))
            ? SnapshotKinds.endpoint(cacheOwners.apply(owner))
            : source.endpoint();
    return new HintSource(endpoint, source.workerType(), source.attachedTo().map(this::rename));
  }

  private WorkerSnapshot rename(WorkerSnapshot snapshot) {
    return snapshot.isListed()
        ? WorkerSnapshot.of(snapshot.workers().values().stream().map(this::rename).toList())
        : snapshot;
  }

  private WorkerRecord rename(WorkerRecord worker) {
    SortedSet<Integer> ranks = new TreeSet<>();
    worker.ranks().forEach(dpRank -> ranks.add(dpRanks.applyAsInt(dpRank)));
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    worker
        .endpoints()
        .forEach(
            (dpRank, endpoint) ->
                endpoints.put(
                    dpRanks.applyAsInt(dpRank),
                    rename(new WorkerWithDpRank(worker.workerId(), dpRank), endpoint)));
    return new WorkerRecord(
        workerIds.applyAsLong(worker.workerId()),
        ranks,
        worker.workerType(),
        endpoints,
        worker.eventSource(),
        worker.island());
  }

  private String rename(WorkerWithDpRank rank, String endpoint) {
    return endpoint.equals(WorkerSnapshot.defaultEndpoint(rank))
        ? WorkerSnapshot.defaultEndpoint(rename(rank))
        : endpoint;
  }
}
