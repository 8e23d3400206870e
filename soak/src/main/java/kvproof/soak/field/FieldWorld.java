package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Answer;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StreamState;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.fetch.FetchCheck;
import kvproof.soak.fetch.FetchReport;
import kvproof.soak.front.EngineInventories;
import kvproof.soak.front.FrontedRouter;
import kvproof.testkit.HistoryJudge;

/** One case on its way before one subject, and what can be asked of both at any time. */
final class FieldWorld implements AutoCloseable {
  private final FieldSubject subject;
  private final Case told;
  private final FrontedRouter fronted;
  private final EngineInventories engines;
  private final List<ApplyStatus> statuses = new ArrayList<>();
  private final List<IndexStep> taken = new ArrayList<>();
  private Optional<FetchReport> fetches = Optional.empty();
  private int questions;
  private final SortedSet<Part> withheld = new TreeSet<>();

  FieldWorld(FieldSubject subject, Case told) {
    this.subject = subject;
    this.told = told;
    this.fronted = subject.side().fronted();
    this.engines = new EngineInventories(told);
  }

  /**
   * A mark or snapshot that the subject has no words for is kept from it; see {@link
   * #needAllSteps}.
   */
  void take(CaseStep step) {
    engines.take(step);
    for (IndexStep came : fronted.steps(step)) {
      Optional<Part> wordless = wordless(came);
      if (wordless.isPresent()) {
        withheld.add(wordless.get());
        continue;
      }
      statuses.add(fronted.router().take(came));
      taken.add(came);
    }
  }

  /** Throws if the subject does not answer for it. */
  void need(Part part) {
    if (!subject.can().contains(part)) {
      throw new NotAskedException(part);
    }
  }

  private Optional<Part> wordless(IndexStep step) {
    Part part =
        switch (step) {
          case StreamState _ -> Part.STREAMS;
          case WorkerSnapshot _ -> Part.WORKERS;
          case ResidencySnapshot _ -> Part.CACHE_OWNERS;
          case KvCacheEvent _ -> Part.DEVICE; // events can always be told
        };
    boolean isKnown = step instanceof KvCacheEvent || subject.can().contains(part);
    return isKnown ? Optional.empty() : Optional.of(part);
  }

  /** Throws if the subject was not told everything that decides whom it may choose. */
  void needAllSteps() {
    if (!withheld.isEmpty()) {
      throw new NotAskedException(withheld.first());
    }
  }

  /** Whether the subject promises exact answers after what it has taken so far. */
  boolean isPromised() {
    return HistoryJudge.isWithin(subject.promised(), List.copyOf(taken));
  }

  KvRouter router() {
    return fronted.router();
  }

  /** What became of every step so far. */
  List<ApplyStatus> statuses() {
    return statuses;
  }

  long counted(String name) {
    return fronted.counts().getOrDefault(name, 0L);
  }

  Answer answer(BlockHashes prompt, List<WorkerWithDpRank> targets) {
    return router().answer(request(prompt, targets));
  }

  /** What an index that had missed nothing would say. */
  Answer byEngines(BlockHashes prompt) {
    return engines.answer(request(prompt, List.of()));
  }

  private Request request(BlockHashes prompt, List<WorkerWithDpRank> targets) {
    questions++;
    return new Request("field-" + questions, prompt, targets);
  }

  /** Carries the fetches of the case out, once, with what the subject answers now. */
  FetchReport fetches() {
    need(Part.HINTS);
    if (fetches.isEmpty()) {
      Map<String, Answer> answers = new TreeMap<>();
      told.requests().forEach(request -> answers.put(request.id(), router().answer(request)));
      List<CaseStep> steps = List.copyOf(taken);
      fetches =
          Optional.of(
              FetchCheck.check(
                  new Case(told.profile(), told.seed(), steps, told.requests(), told.fetches()),
                  answers));
    }
    return fetches.get();
  }

  @Override
  public void close() {
    if (router() instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception failure) {
        throw new IllegalStateException(subject.name() + " could not be closed", failure);
      }
    }
  }
}
