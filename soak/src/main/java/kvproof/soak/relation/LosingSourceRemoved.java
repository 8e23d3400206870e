package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.run.CaseCheck.FinishedCase;
import org.jspecify.annotations.Nullable;

/**
 * One source after the other becomes unreachable at the end of the history: whoever was given
 * another source, or none, keeps it.
 *
 * <p>Only its endpoint goes, so that all frontiers and intervals stay.
 */
final class LosingSourceRemoved implements Relation {

  @Override
  public String name() {
    return "losing source removed";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    List<Case> changed = new ArrayList<>();
    for (Owner source : sources(finished)) {
      List<CaseStep> steps = new ArrayList<>(finished.soakCase().steps());
      steps.add(
          switch (source) {
            case WorkerWithDpRank rank -> without(rank, finished);
            case CacheOwner owner -> without(owner, finished.residency());
          });
      changed.addAll(ChangedHistory.of(finished.soakCase(), steps));
    }
    return changed;
  }

  private static SortedSet<Owner> sources(FinishedCase finished) {
    SortedSet<Owner> sources = new TreeSet<>();
    for (Answer answer : finished.answers().values()) {
      answer.intervals().stream().map(SourceInterval::owner).forEach(source -> sources.add(source));
    }
    return sources;
  }

  private static ResidencySnapshot without(CacheOwner owner, ResidencySnapshot snapshot) {
    SortedMap<CacheOwner, HintSource> hintSources = new TreeMap<>(snapshot.hintSources());
    hintSources.computeIfPresent(
        owner, (key, source) -> new HintSource("", source.workerType(), source.attachedTo()));
    return new ResidencySnapshot(snapshot.projections(), hintSources);
  }

  private static WorkerSnapshot without(WorkerWithDpRank rank, FinishedCase finished) {
    SortedMap<Long, WorkerRecord> workers = new TreeMap<>(Long::compareUnsigned);
    for (WorkerRecord worker : listed(finished).values()) {
      workers.put(worker.workerId(), worker);
    }
    workers.computeIfPresent(rank.workerId(), (id, worker) -> without(rank, worker));
    return WorkerSnapshot.of(workers.values());
  }

  private static WorkerRecord without(WorkerWithDpRank rank, WorkerRecord worker) {
    SortedMap<Integer, String> endpoints = new TreeMap<>(worker.endpoints());
    endpoints.put(rank.dpRank(), "");
    return new WorkerRecord(
        worker.workerId(),
        worker.ranks(),
        worker.workerType(),
        endpoints,
        worker.eventSource(),
        worker.island());
  }

  /** Where there is no list yet, one that says of every rank what holds without a list. */
  private static SortedMap<Long, WorkerRecord> listed(FinishedCase finished) {
    if (finished.workers().isListed()) {
      return finished.workers().workers();
    }
    SortedMap<Long, WorkerRecord> workers = new TreeMap<>(Long::compareUnsigned);
    for (WorkerWithDpRank rank : ranks(finished)) {
      workers.merge(rank.workerId(), reachable(rank), LosingSourceRemoved::joined);
    }
    return workers;
  }

  private static SortedSet<WorkerWithDpRank> ranks(FinishedCase finished) {
    SortedSet<WorkerWithDpRank> ranks = new TreeSet<>();
    for (Owner source : sources(finished)) {
      if (source instanceof WorkerWithDpRank rank) {
        ranks.add(rank);
      }
    }
    finished.soakCase().requests().forEach(request -> ranks.addAll(request.targets()));
    return ranks;
  }

  private static WorkerRecord reachable(WorkerWithDpRank rank) {
    SortedSet<Integer> ranks = new TreeSet<>();
    ranks.add(rank.dpRank());
    SortedMap<Integer, String> endpoints = new TreeMap<>();
    endpoints.put(rank.dpRank(), WorkerSnapshot.defaultEndpoint(rank));
    return new WorkerRecord(
        rank.workerId(),
        ranks,
        WorkerSnapshot.DEFAULT_WORKER_TYPE,
        endpoints,
        Optional.empty(),
        Optional.empty());
  }

  private static WorkerRecord joined(WorkerRecord one, WorkerRecord other) {
    SortedSet<Integer> ranks = new TreeSet<>(one.ranks());
    ranks.addAll(other.ranks());
    SortedMap<Integer, String> endpoints = new TreeMap<>(one.endpoints());
    endpoints.putAll(other.endpoints());
    return new WorkerRecord(
        one.workerId(), ranks, one.workerType(), endpoints, Optional.empty(), Optional.empty());
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    List<Difference> found = new ArrayList<>();
    finished
        .answers()
        .forEach(
            (id, answer) -> {
              Answer now = Objects.requireNonNull(replay.answers().get(id));
              answer
                  .choices()
                  .forEach(
                      (target, choice) -> {
                        if (isStillThere(choice, changed)) {
                          check(id + ", " + target, choice, now.choices().get(target))
                              .ifPresent(found::add);
                        }
                      });
            });
    return found;
  }

  private static Optional<Difference> check(
      String where, SourceChoice expected, @Nullable SourceChoice actual) {
    return expected.equals(actual)
        ? Optional.empty()
        : Optional.of(
            Comparison.difference(
                "choice", where, text(expected), actual == null ? "no answer" : text(actual)));
  }

  private static String text(SourceChoice choice) {
    return choice
        .source()
        .map(source -> "blocks up to " + choice.end() + " from " + source)
        .orElse("no source");
  }

  /** The chosen source is not the one that went. */
  private static boolean isStillThere(SourceChoice choice, Case changed) {
    CaseStep last = changed.steps().getLast();
    return choice.source().filter(source -> isUnreachable(source, last)).isEmpty();
  }

  private static boolean isUnreachable(Owner source, CaseStep last) {
    return switch (source) {
      case WorkerWithDpRank rank ->
          last instanceof WorkerSnapshot workers && workers.endpoint(rank).isEmpty();
      case CacheOwner owner ->
          last instanceof ResidencySnapshot residency
              && residency.hintSources().containsKey(owner)
              && Objects.requireNonNull(residency.hintSources().get(owner)).endpoint().isEmpty();
    };
  }
}
