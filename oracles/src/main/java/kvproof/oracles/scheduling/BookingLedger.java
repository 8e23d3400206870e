package kvproof.oracles.scheduling;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Admission;
import kvproof.model.CaseStep;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulerState;
import kvproof.model.SchedulerState.RankLoad;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.AnswersHeld;
import kvproof.model.SchedulingStep.Cancelled;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.HealthReplaced;
import kvproof.model.SchedulingStep.OutputProduced;
import kvproof.model.SchedulingStep.PrefillCompleted;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SchedulingStep.WorkersReplaced;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionError.SelectedWorkerGone;
import kvproof.model.SelectionRequest;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

/**
 * Conservation of bookings: one page of entries, and what the load of each rank can be at least and
 * at most.
 *
 * <p>It believes every choice and only follows what was booked. Catches load that stays after its
 * request is over, load without a booking, a booking that got lost, sums that the entries do not
 * come to, and any negative number. Blind to whether a choice was right; to anything between the
 * bounds once bookings may expire, load decays or blocks count in part; and to the rest of a
 * scheduler's life once two undecided requests share an id. For one thread at a time.
 */
public final class BookingLedger {
  private static final Set<Admission> BOOKING = EnumSet.of(Admission.BOOK, Admission.LEASE);

  /** A choice that was not answered yet; of a booking with its entry. */
  private record Open(String requestId, @Nullable LedgerEntry entry) {}

  private final List<SelectionRequest> undecided = new ArrayList<>();
  private final List<Open> open = new ArrayList<>();
  private final List<LedgerEntry> entries = new ArrayList<>();
  private final SortedSet<WorkerWithDpRank> ranks = new TreeSet<>();
  private final SortedSet<WorkerWithDpRank> partlyCounted = new TreeSet<>();
  private @Nullable SchedulerSettings settings;
  private boolean isBlind;
  private long now;

  /** Takes a step, what was decided during it, in order, and the state after it. */
  public List<Difference> judge(
      CaseStep step, List<SchedulingDecision> decisions, SchedulerState state) {
    long before = now;
    if (step instanceof SchedulingStep schedulingStep) {
      take(schedulingStep);
    }
    SchedulerSettings current = settings;
    if (current == null) {
      return List.of();
    }
    decisions.forEach(decision -> take(decision, current, before));
    entries.removeIf(entry -> entry.mustHaveExpired(current.expiryNanos(), now));
    partlyCounted.removeIf(rank -> on(rank).isEmpty());
    return isBlind ? List.of() : differences(current, state);
  }

  private List<Difference> differences(SchedulerSettings current, SchedulerState state) {
    List<Difference> found = new ArrayList<>();
    if (!state.ranks().keySet().equals(ranks)) {
      found.add(
          new Difference(
              "conservation",
              Kind.WRONG_VALUE,
              "ranks with a load",
              ranks.toString(),
              "BookingLedger",
              state.ranks().keySet().toString()));
    }
    for (WorkerWithDpRank rank : ranks) {
      RankLoad load = state.ranks().get(rank);
      if (load != null) {
        bounds(rank, current).check(load, found);
      }
    }
    return found;
  }

  private LedgerBounds bounds(WorkerWithDpRank rank, SchedulerSettings current) {
    List<LedgerEntry> all = on(rank);
    List<LedgerEntry> sure =
        all.stream().filter(entry -> !entry.mayHaveExpired(current.expiryNanos(), now)).toList();
    return new LedgerBounds(
        rank, sure, all, current.prefillNanosPerToken().isPresent(), !partlyCounted.contains(rank));
  }

  private List<LedgerEntry> on(WorkerWithDpRank rank) {
    return entries.stream().filter(entry -> entry.rank.equals(rank)).toList();
  }

  private void take(SchedulingStep step) {
    switch (step) {
      case Configured(var configured) -> begin(configured);
      case WorkersReplaced replaced -> replace(replaced);
      case Submitted(var request) -> undecided.add(request);
      case ClockAdvanced(long time) -> now = Math.max(now, time);
      case PrefillCompleted(var id) -> named(id).forEach(entry -> entry.prefillTokens = 0);
      case OutputProduced(var id, int blocks, double fraction) ->
          named(id).forEach(entry -> addOutput(entry, blocks, fraction));
      case Released(var id) -> entries.removeAll(named(id));
      case Cancelled(var id) -> cancel(id);
      case HealthReplaced _, AnswersHeld _ -> {}
    }
  }

  private void begin(SchedulerSettings configured) {
    settings = configured;
    undecided.clear();
    open.clear();
    entries.clear();
    ranks.clear();
    partlyCounted.clear();
    isBlind = false;
    now = 0;
  }

  private void replace(WorkersReplaced replaced) {
    ranks.clear();
    for (var worker : replaced.workers()) {
      for (int offset = 0; offset < worker.rankCount(); offset++) {
        ranks.add(new WorkerWithDpRank(worker.workerId(), worker.startRank() + offset));
      }
    }
    entries.removeIf(entry -> !ranks.contains(entry.rank));
  }

  private void addOutput(LedgerEntry entry, int blocks, double fraction) {
    entry.outputBlocks += blocks;
    if (fraction < 1 && blocks > 0) {
      partlyCounted.add(entry.rank);
    }
  }

  private void cancel(String id) {
    undecided.removeIf(request -> request.id().equals(id));
    for (Open choice : List.copyOf(open)) {
      if (choice.requestId().equals(id)) {
        open.remove(choice);
        entries.remove(choice.entry());
      }
    }
  }

  private List<LedgerEntry> named(String id) {
    return entries.stream().filter(entry -> entry.request.id().equals(id)).toList();
  }

  private void take(SchedulingDecision decision, SchedulerSettings current, long before) {
    switch (decision) {
      case Chosen chosen -> choose(chosen, current, before);
      case Answered(var id, _) -> close(id);
      case Refused(var id, SelectedWorkerGone _) -> entries.remove(close(id));
      case Refused(var id, Conflict _) -> undecided.remove(undecided.size() - 1);
      case Refused(var id, _) -> decided(id);
    }
  }

  private void choose(Chosen chosen, SchedulerSettings current, long before) {
    SelectionRequest request = decided(chosen.requestId());
    LedgerEntry entry = null;
    if (request != null && BOOKING.contains(chosen.admission())) {
      entries.removeAll(named(request.id())); // it must have expired, or would have been refused
      boolean counts = request.override().trackPrefill().orElse(current.tracksPrefill());
      long tokens = counts ? chosen.effectivePrefillTokens() : 0;
      entry = new LedgerEntry(request, chosen.rank(), tokens, before, now);
      entries.add(entry);
    }
    Open choice = new Open(chosen.requestId(), entry);
    if (chosen.admission() == Admission.ADVISORY) {
      open.addFirst(choice); // it is answered at once, whatever waits
    } else {
      open.add(choice);
    }
  }

  /** The one undecided request of that id; blind from here on if there are several. */
  private @Nullable SelectionRequest decided(String id) {
    List<SelectionRequest> candidates =
        undecided.stream().filter(request -> request.id().equals(id)).toList();
    isBlind |= candidates.size() != 1;
    undecided.removeAll(candidates);
    return candidates.isEmpty() ? null : candidates.getFirst();
  }

  /** The booking whose caller was told just now. */
  private @Nullable LedgerEntry close(String id) {
    for (Open choice : open) {
      if (choice.requestId().equals(id)) {
        open.remove(choice);
        return choice.entry();
      }
    }
    return null;
  }
}
