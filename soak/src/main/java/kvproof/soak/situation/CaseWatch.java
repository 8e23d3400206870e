package kvproof.soak.situation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.Arrival;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * One case as it runs: puts together what there is to see and shows it to the tally.
 *
 * <p>Looks at every event and at every answer at the end, but in the middle of a history only at
 * each {@value #ANSWER_WATCHED_EVERY}th answer: they differ little from one to the next.
 */
final class CaseWatch {
  private static final int ANSWER_WATCHED_EVERY = 4;

  /** A request as it was answered before a snapshot was replaced. */
  private record Earlier(CaseStep snapshot, Request request, Answer answer) {}

  private final Case soakCase;
  private final KvRouter oracle;
  private final Tally tally;
  private final Past past = new Past();
  private final StreamLedger streams = new StreamLedger();
  private final PredictionLedger predictions = new PredictionLedger();
  private SortedMap<String, Long> counts = new TreeMap<>();
  private Holdings beforeArrival = new Holdings(List.of());
  private Snapshots snapshotsBeforeArrival = Snapshots.atTheStart();
  private Snapshots snapshots = Snapshots.atTheStart();
  private boolean wasSeen;
  private Holdings before = new Holdings(List.of());
  private @Nullable Holdings now;
  private Optional<Earlier> earlier = Optional.empty();
  private int answersInTheMiddle;

  CaseWatch(Case soakCase, KvRouter oracle, Tally tally) {
    this.soakCase = soakCase;
    this.oracle = oracle;
    this.tally = tally;
  }

  void applying(int index, IndexStep step) {
    before = holdings();
    earlier = Optional.empty();
    if (step instanceof KvCacheEvent event) {
      wasSeen = resident(event).isPresent();
    } else if (isSnapshot(step) && index > 0 && !soakCase.requests().isEmpty()) {
      Request atTurn = soakCase.requests().get(index % soakCase.requests().size());
      earlier = Optional.of(new Earlier(step, atTurn, oracle.answer(atTurn)));
    }
  }

  private static boolean isSnapshot(IndexStep step) {
    return step instanceof ResidencySnapshot || step instanceof WorkerSnapshot;
  }

  void applied(IndexStep step, ApplyStatus status) {
    if (step instanceof KvCacheEvent event) {
      now = null;
      tally.see(
          new EventScene(
              event, status, before, holdings(), past, snapshots, wasSeen, resident(event)));
      past.add(event, status, before);
    }
    snapshots = snapshots.after(step);
    predictions.applied(step);
  }

  void arriving(Arrival arrival) {
    beforeArrival = holdings();
    snapshotsBeforeArrival = snapshots;
    streams.arriving(arrival);
  }

  void arrived(Arrival arrival, List<IndexStep> steps, SortedMap<String, Long> countsNow) {
    SortedMap<String, Long> counted = new TreeMap<>(countsNow);
    counts.forEach((name, count) -> counted.merge(name, -count, Long::sum));
    counts = countsNow;
    var scene =
        new ArrivalScene(
            arrival,
            steps,
            counted,
            beforeArrival,
            holdings(),
            snapshotsBeforeArrival.gapped(),
            streams,
            predictions);
    tally.see(scene);
    streams.arrived(scene);
    predictions.arrived(scene);
  }

  void answered(Request request, Answer expected, boolean atEnd) {
    earlier
        .filter(answered -> answered.request().equals(request))
        .ifPresent(
            answered ->
                tally.see(new Replacement(answered.snapshot(), answered.answer(), expected)));
    earlier = Optional.empty();
    if (atEnd || ++answersInTheMiddle % ANSWER_WATCHED_EVERY == 0) {
      tally.see(new AnswerScene(request, expected, snapshots, this::holdings));
    }
  }

  /** The oracle's inventory, dumped at most once after each event. */
  private Holdings holdings() {
    Holdings known = now;
    if (known == null) {
      known = new Holdings(oracle.heldBlocks());
      now = known;
    }
    return known;
  }

  private OptionalLong resident(KvCacheEvent event) {
    Optional<WorkerWithDpRank> rank = rank(event);
    return rank.isPresent() ? oracle.residentBlocks(rank.get()) : OptionalLong.empty();
  }

  /** The rank that the event is about, if it is about one. */
  private static Optional<WorkerWithDpRank> rank(KvCacheEvent event) {
    return switch (event) {
      case Stored stored -> asRank(stored.owner());
      case Removed removed -> asRank(removed.owner());
      case Cleared cleared -> cleared.rank();
      case RankRemoved removed -> Optional.of(removed.rank());
      case WorkerRemoved _ -> Optional.empty();
    };
  }

  private static Optional<WorkerWithDpRank> asRank(Owner owner) {
    return owner instanceof WorkerWithDpRank rank ? Optional.of(rank) : Optional.empty();
  }
}
