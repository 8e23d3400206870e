package kvproof.soak.run;

import java.util.ArrayList;
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
import kvproof.model.HeldBlock;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.SchedulingStep;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import kvproof.soak.digest.Digest;
import kvproof.soak.front.EngineInventories;
import kvproof.soak.report.Divergence;
import kvproof.soak.run.CaseCheck.FinishedCase;
import kvproof.soak.run.Seats.Replies;

/** One case on its way, from its first step to its last comparison or its first divergence. */
final class CaseRun {
  private final Case soakCase;
  private final Contest contest;
  private final CaseObserver observer;
  private final Seats seats;
  private final CaseRanks ranks;
  private final Digest digest = new Digest();
  private final EventMix eventMix = new EventMix();
  private final List<CaseStep> flattened = new ArrayList<>();
  private SortedMap<String, Long> front = new TreeMap<>();
  private boolean hasArrivals;
  private boolean hasSchedulingSteps;
  private ResidencySnapshot residency = ResidencySnapshot.empty();
  private WorkerSnapshot workers = WorkerSnapshot.unlisted();

  CaseRun(Case soakCase, Contest contest, CaseObserver observer) {
    this.soakCase = soakCase;
    this.contest = contest;
    this.observer = observer;
    this.seats = new Seats(contest);
    this.ranks = new CaseRanks(soakCase);
  }

  CaseResult run() {
    observer.started(soakCase, seats.reference());
    try {
      Optional<Divergence> divergence = firstDivergence();
      divergence.ifPresent(this::fold);
      return new CaseResult(divergence, digest.value(), eventMix, front);
    } finally {
      observer.finished();
    }
  }

  private Optional<Divergence> firstDivergence() {
    List<CaseStep> steps = soakCase.steps();
    for (int index = 0; index < steps.size(); index++) {
      take(index, steps.get(index));
      compareAfter(index, steps.get(index));
      Optional<Divergence> divergence = seats.divergence(index);
      if (divergence.isPresent()) {
        return divergence;
      }
    }
    return atEnd(steps.size());
  }

  private void take(int index, CaseStep step) {
    eventMix.add(step);
    String text = CaseText.printStep(step);
    digest.add(text);
    switch (step) {
      case IndexStep plain -> takePlain(index, plain, text);
      case Arrival arrival -> takeArrival(index, arrival, text);
      case SchedulingStep _ -> hasSchedulingSteps = true; // for checks of their own
    }
  }

  private void takePlain(int index, IndexStep step, String text) {
    observer.applying(index, step);
    Replies<ApplyStatus> statuses = seats.take(step, text);
    digest.add(statuses.actual().map(Enum::ordinal).orElse(-1));
    flattened.add(step);
    switch (step) {
      case KvCacheEvent _, StreamState _ -> {}
      case ResidencySnapshot snapshot -> residency = snapshot;
      case WorkerSnapshot snapshot -> workers = snapshot;
    }
    statuses.expected().ifPresent(status -> observer.applied(index, step, status));
  }

  private void takeArrival(int index, Arrival arrival, String text) {
    hasArrivals = true;
    observer.arriving(index, arrival);
    Replies<List<IndexStep>> steps = seats.take(index, arrival, text, observer);
    steps.expected().ifPresent(flattened::addAll);
    Replies<SortedMap<String, Long>> counts = seats.frontCounts();
    if (steps.expected().isPresent() && counts.expected().isPresent()) {
      observer.arrived(index, arrival, steps.expected().get(), counts.expected().get());
    }
    front = counts.actual().orElse(front);
    front.forEach((name, count) -> digest.add(name).add(count));
  }

  /** A sample: the ranks that the step touches, and one request, by turns. */
  private void compareAfter(int index, CaseStep step) {
    if (step instanceof SchedulingStep) {
      return; // nothing of it reached the index
    }
    ranks.touchedBy(step).forEach(this::compareResident);
    List<Request> requests = soakCase.requests();
    if (!requests.isEmpty()) {
      compareAnswer(requests.get(index % requests.size()), false);
    }
  }

  private Optional<OptionalLong> compareResident(WorkerWithDpRank rank) {
    Optional<OptionalLong> count = seats.resident(rank).actual();
    count.ifPresent(digest::add);
    return count;
  }

  private Optional<Answer> compareAnswer(Request request, boolean atEnd) {
    Replies<Answer> answers = seats.answer(request);
    answers.expected().ifPresent(expected -> observer.answered(request, expected, atEnd));
    answers.actual().ifPresent(digest::add);
    return answers.actual();
  }

  private Optional<Divergence> atEnd(int step) {
    SortedMap<String, Answer> answers = new TreeMap<>();
    for (Request request : soakCase.requests()) {
      digest.add(CaseText.printRequest(request));
      compareAnswer(request, true).ifPresent(answer -> answers.put(request.id(), answer));
    }
    SortedMap<WorkerWithDpRank, OptionalLong> resident = new TreeMap<>();
    for (WorkerWithDpRank rank : ranks.named()) {
      compareResident(rank).ifPresent(count -> resident.put(rank, count));
    }
    Optional<List<HeldBlock>> held = seats.held().actual();
    held.ifPresent(blocks -> blocks.forEach(digest::add));
    held.ifPresent(this::credit);
    for (StorageTier tier : StorageTier.values()) {
      seats.statistics(tier).actual().flatMap(counted -> counted).ifPresent(digest::add);
    }
    return seats.divergence(step).or(() -> furtherChecks(answers, held.orElseThrow(), resident));
  }

  private Optional<Divergence> furtherChecks(
      SortedMap<String, Answer> answers,
      List<HeldBlock> held,
      SortedMap<WorkerWithDpRank, OptionalLong> resident) {
    var finished =
        new FinishedCase(
            soakCase,
            plainCase(),
            contest.router(),
            answers,
            residency,
            workers,
            held,
            resident,
            observer);
    for (CaseCheck check : contest.checks()) {
      List<Difference> found = check.check(finished, digest);
      if (!found.isEmpty()) {
        int atEnd = soakCase.steps().size();
        return Optional.of(new Divergence(atEnd, found, check.name(), Optional.empty()));
      }
    }
    return Optional.empty();
  }

  private void credit(List<HeldBlock> held) {
    front = new TreeMap<>(front);
    EngineInventories.afterAll(soakCase)
        .ifPresent(engines -> front.putAll(engines.of(held).counts()));
  }

  /** The case with what its arrivals came to in their place, and nothing of scheduling. */
  private Case plainCase() {
    return hasArrivals || hasSchedulingSteps
        ? new Case(
            soakCase.profile(), soakCase.seed(), flattened, soakCase.requests(), soakCase.fetches())
        : soakCase;
  }

  /** Not the texts: that of an exception may differ from run to run. */
  private void fold(Divergence divergence) {
    digest.add(divergence.step());
    for (Difference difference : divergence.differences()) {
      digest.add(difference.part()).add(difference.kind().ordinal());
    }
  }
}
