package kvproof.router.queue;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Owner;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SelectionError;
import kvproof.model.SelectionError.AllEligibleWorkersOverloaded;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.PinnedWorkerOverloaded;
import kvproof.model.SelectionError.PolicyFailed;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.fetch.RetainedLookup;
import kvproof.router.load.ActiveSequences;
import kvproof.router.load.LoadTracking;
import kvproof.router.membership.Eligibility;
import kvproof.router.membership.RankRefusal;
import kvproof.router.overlap.OverlapAccounting;
import kvproof.router.overlap.SharedCacheHits;
import kvproof.router.policy.PolicyRun;
import kvproof.router.policy.SelectionContext;
import kvproof.router.policy.SelectionFigures;
import kvproof.router.policy.SessionContext;
import kvproof.router.policy.WorkerSelectionPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Chooses a rank for a request by a look-up that was made for it and the workers, loads, gaps and
 * health of now.
 *
 * <p>Books nothing, but each choice may draw from the policy's random source and so move it on,
 * also for an advisory request; it replaces the choice before it. {@link #choose} allocates nothing
 * once warm; {@link #chosen} spells its result out. For one thread at a time.
 */
final class WorkerChooser {
  private static final int NOBODY = -1;

  private final SchedulerSettings settings;
  private final LoadTracking tracking;
  private final WorkerSelectionPolicy policy;
  private final DrawLog draws;
  private final Members members;
  private final OverlapIndex index;
  private final ActiveSequences sequences;
  private final VirtualClock clock;
  private final CandidateInputs inputs;
  private final PolicyRun run = new PolicyRun();
  private final SelectionContext context = new SelectionContext();
  private int[] otherRows = new int[0];
  private @Nullable SelectionError error;
  private int chosen = NOBODY;

  WorkerChooser(QueueParts parts, Members members) {
    this.settings = parts.settings();
    this.tracking = parts.tracking();
    this.policy = parts.policy();
    this.draws = parts.draws();
    this.members = members;
    this.index = parts.index();
    this.sequences = parts.sequences();
    this.clock = parts.clock();
    this.inputs = new CandidateInputs(members, index, accounting(settings), parts.tracking());
  }

  static OverlapAccounting accounting(SchedulerSettings settings) {
    return new OverlapAccounting(
        settings.weights().hostHit(), settings.weights().diskHit(), settings.blockSize());
  }

  /**
   * The chosen candidate, or -1 and an {@link #error()}.
   *
   * @param shared null: the shared cache was not asked
   */
  int choose(
      SelectionRequest request,
      SessionContext session,
      @Nullable SharedCacheHits shared,
      RetainedLookup lookup) {
    RequestConstraints constraints = request.constraints();
    int count =
        Eligibility.candidateRows(
            constraints, policy.isExclusive(), members.table(), members.health(), inputs.rows());
    error = null;
    chosen = NOBODY;
    draws.clear();
    if (count == 0) {
      error = emptiness(constraints);
      return NOBODY;
    }
    inputs.begin(request, lookup, shared, count, sequences, clock.nowNanos());
    context.begin(request, session, settings.blockSize(), isTracked(request));
    runPolicy();
    return chosen;
  }

  /** What a component throws fails this one selection, not those behind it. */
  private void runPolicy() {
    try {
      chosen = run.run(policy, inputs, context);
    } catch (RuntimeException thrown) {
      error = new PolicyFailed("a component of the policy threw " + thrown);
      return;
    }
    if (chosen == NOBODY) {
      error = run.error();
    }
  }

  boolean isTracked(SelectionRequest request) {
    return request.override().trackPrefill().orElse(settings.tracksPrefill());
  }

  /** Why nobody is eligible. */
  private SelectionError emptiness(RequestConstraints constraints) {
    if (constraints.pin().isPresent()) {
      return pinRefusal(constraints.pin().get(), constraints);
    }
    if (otherRows.length < members.table().size()) {
      otherRows = new int[members.table().size()];
    }
    int ignoringOverload =
        Eligibility.eligibleRows(
            constraints, null, members.table(), members.health(), false, otherRows);
    return ignoringOverload > 0 ? new AllEligibleWorkersOverloaded() : new NoEndpoints();
  }

  private SelectionError pinRefusal(WorkerWithDpRank pin, RequestConstraints constraints) {
    @Nullable RankRefusal refusal =
        Eligibility.refusal(pin, constraints, null, members.table(), members.health(), true);
    if (refusal == null) {
      throw new AssertionError("pin " + pin + " is eligible and was not enumerated");
    }
    return switch (refusal) {
      case RankRefusal.NotAllowed _ -> new PinnedWorkerNotAllowed(pin.workerId());
      case RankRefusal.Overloaded _ -> new PinnedWorkerOverloaded(pin.workerId());
      case RankRefusal.NotRoutable _,
          RankRefusal.Unavailable _,
          RankRefusal.DpRankUnavailable _,
          RankRefusal.ConstraintsUnsatisfied _ ->
          new NoEndpoints();
    };
  }

  /** Why nobody was chosen. */
  SelectionError error() {
    if (error == null) {
      throw new IllegalStateException("the selection has no error");
    }
    return error;
  }

  /** The rank of the chosen candidate. */
  WorkerWithDpRank chosenRank() {
    return inputs.rank(chosen);
  }

  /** Effective overlap of the chosen rank. */
  double chosenOverlap() {
    return inputs.effectiveOverlap(chosen);
  }

  /** Owner number of the chosen rank. */
  int chosenNumber() {
    return inputs.number(chosen);
  }

  /** Owner number of the source stored with the chosen row; -1 without one. */
  int storedSource() {
    return inputs.source(chosen);
  }

  CandidateInputs inputs() {
    return inputs;
  }

  /** Everything that is said of the choice. */
  Chosen chosen(SelectionRequest request) {
    boolean books = request.admission().books();
    long cached = inputs.cachedTokens(chosen);
    int source = storedSource();
    return new Chosen(
        request.id(),
        request.admission(),
        inputs.rank(chosen),
        run.cost(),
        context.requestBlocks(),
        inputs.effectiveOverlap(chosen),
        cached,
        OverlapAccounting.effectivePrefill(request.promptTokens(), cached),
        books ? OptionalLong.of(rawCachedTokens()) : OptionalLong.empty(),
        books ? OptionalLong.of(run.maxRawCachedTokens()) : OptionalLong.empty(),
        SelectionFigures.potentialDecodeBlocks(
            inputs, chosen, context.requestBlocks(), tracking.trackedBlocks(request).size()),
        inputs.frontier(chosen),
        source < 0 ? Optional.<Owner>empty() : Optional.of(index.owner(source)),
        inputs.creditedEnd(chosen),
        draws.draws());
  }

  private long rawCachedTokens() {
    return SelectionFigures.rawCachedTokens(inputs, chosen, settings.blockSize());
  }
}
