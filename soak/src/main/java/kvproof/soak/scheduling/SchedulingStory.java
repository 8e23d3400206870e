package kvproof.soak.scheduling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import kvproof.model.Admission;
import kvproof.model.CaseStep;
import kvproof.model.IndexStep;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Draws;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionRequest;
import kvproof.model.casetext.CaseText;
import kvproof.soak.run.CaseObserver;

/**
 * What a scheduler did in a case, for people: each step, and below it who waits, who was chosen,
 * with which source, and who was refused.
 */
final class SchedulingStory implements CaseObserver {
  /** A request that waits. */
  private record Waiting(SelectionRequest request, long sinceNanos) {}

  private final Supplier<List<String>> counters;
  private final List<String> lines = new ArrayList<>();
  private List<String> lastCounters = List.of();
  private final Map<String, Waiting> waiting = new HashMap<>();
  private OptionalLong refreshAfterNanos = OptionalLong.empty();
  private SchedulerState before = SchedulingRun.nothingYet();
  private long nowNanos;
  private int stepsTold;

  /**
   * @param counters what the scheduler has counted so far; asked after each step that it decides
   */
  SchedulingStory(Supplier<List<String>> counters) {
    this.counters = counters;
  }

  /** Every step, and at the end what was counted up to the last one. */
  List<String> lines() {
    List<String> all = new ArrayList<>(lines);
    all.addAll(lastCounters);
    return List.copyOf(all);
  }

  @Override
  public void scheduled(CaseStep step, List<SchedulingDecision> decisions, SchedulerState after) {
    stepsTold++;
    lines.add(String.format(Locale.ROOT, "%3d %s", stepsTold, CaseText.printStep(step)));
    switch (step) {
      case Configured(var settings) -> {
        waiting.clear();
        nowNanos = 0;
        refreshAfterNanos = settings.refreshAfterNanos();
      }
      case ClockAdvanced(long time) -> nowNanos = Math.max(nowNanos, time);
      default -> {} // neither time nor settings
    }
    decisions.forEach(this::tell);
    if (step instanceof Submitted(var request) && isParked(request, decisions)) {
      waiting.put(request.id(), new Waiting(request, nowNanos));
      tell("=> " + request.id() + " waits");
    }
    if (!(step instanceof IndexStep)) {
      lastCounters = counters.get();
      tellLoads(after);
    }
    before = after;
  }

  private static boolean isParked(SelectionRequest request, List<SchedulingDecision> decisions) {
    return request.admission().isQueued()
        && decisions.stream().noneMatch(decision -> decision.requestId().equals(request.id()));
  }

  private void tell(String line) {
    lines.add("      " + line);
  }

  private void tell(SchedulingDecision decision) {
    switch (decision) {
      case Chosen chosen -> tell("=> " + waited(chosen.requestId()) + " " + text(chosen));
      case Answered(var id, var hint) ->
          tell("=> " + id + " answered, " + hint.map(SchedulingStory::text).orElse("no hint"));
      case Refused(var id, var error) -> tell("=> " + waited(id) + " refused: " + error);
    }
  }

  /** The request, and how long it had to wait if it did. */
  private String waited(String id) {
    Waiting waited = waiting.remove(id);
    if (waited == null) {
      return id;
    }
    long nanos = nowNanos - waited.sinceNanos();
    boolean isRefreshed =
        refreshAfterNanos.isPresent()
            && nanos >= refreshAfterNanos.getAsLong()
            && !waited.request().localHashes().isEmpty();
    return id + " after " + nanos / 1e9 + " s" + (isRefreshed ? ", looked up again," : "");
  }

  private static String text(Chosen chosen) {
    String choice =
        "chose "
            + chosen.rank()
            + " at cost "
            + chosen.cost()
            + ", cached "
            + chosen.cachedTokens()
            + ", to prefill "
            + chosen.effectivePrefillTokens()
            + (chosen.admission() == Admission.QUERY || chosen.admission() == Admission.ADVISORY
                ? " (nothing booked)"
                : "");
    String source =
        chosen
            .source()
            .map(
                owner ->
                    ", fetches ["
                        + chosen.frontier()
                        + ", "
                        + chosen.creditedEnd()
                        + ") from "
                        + owner)
            .orElse(", frontier " + chosen.frontier() + ", no source");
    return choice + source + (chosen.draws().equals(Draws.none()) ? "" : drawn(chosen.draws()));
  }

  private static String drawn(Draws draws) {
    return ", drew " + (draws.reals().isEmpty() ? draws.numbers() : draws.reals());
  }

  private static String text(KvHint hint) {
    return hint.actions().stream()
        .filter(KvHintAction.Fetch.class::isInstance)
        .map(KvHintAction.Fetch.class::cast)
        .map(
            fetch ->
                "hint of " + fetch.blockHashes().size() + " at " + fetch.sourceControlEndpoint())
        .findFirst()
        .orElse("a hint without a fetch");
  }

  private void tellLoads(SchedulerState after) {
    List<String> changed = new ArrayList<>();
    after
        .ranks()
        .forEach(
            (rank, load) -> {
              if (!load.equals(before.ranks().getOrDefault(rank, new RankLoad(0, 0, 0)))) {
                changed.add(
                    rank
                        + " "
                        + load.activePrefillTokens()
                        + " tokens, "
                        + load.activeBlocks()
                        + " blocks, "
                        + load.activeRequests()
                        + " requests");
              }
            });
    if (!changed.isEmpty()) {
      tell("load  " + String.join("; ", changed));
    }
  }
}
