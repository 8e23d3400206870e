package kvproof.soak.dataplane.run;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.FetchResult;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.FetchExpectation;
import kvproof.oracles.FetchOutcomeOracle;
import kvproof.router.ReferenceRouter;
import kvproof.soak.dataplane.plan.FetchPlan;
import kvproof.soak.dataplane.run.ServiceClient.Inspection;
import kvproof.soak.dataplane.run.ServiceClient.Opened;
import kvproof.soak.dataplane.timeline.Timeline;

/**
 * Carries out one case: services are opened and filled, the reference router is asked, its hint is
 * followed, the fault strikes, the result is compared, and everything comes to rest.
 */
final class FetchTrial {
  private final FetchPlan plan;
  private final Stage stage;
  private final FaultArrangement arrangement;
  private final Guard guard;
  private final ReferenceRouter router = new ReferenceRouter();
  private final FetchOutcomeOracle oracle = new FetchOutcomeOracle();
  private final Findings findings = new Findings();
  private Optional<WorkerWithDpRank> asked = Optional.empty();
  private Optional<FetchResult> expected = Optional.empty();

  FetchTrial(FetchPlan plan, Roster roster, Guard guard, Duration timeout, Duration shortTimeout) {
    this.plan = plan;
    this.guard = guard;
    this.arrangement = FaultArrangement.of(plan.fault());
    this.stage =
        new Stage(plan, roster, arrangement, arrangement.isTimed() ? shortTimeout : timeout);
  }

  /**
   * Ends with every service closed if nothing differed, else with services left to be killed; a
   * {@link ServiceFailure} is told as a difference.
   */
  TrialResult run() {
    try {
      stage.openAll();
      router.replace(stage.snapshot());
      plan.history().forEach(this::applyKnown);
      lookUp().ifPresentOrElse(this::carryOut, () -> findings.differ("the router gave no hint"));
    } catch (ServiceFailure failure) {
      findings.differ(String.valueOf(failure.getMessage()));
    }
    return new TrialResult(
        plan,
        asked,
        expected,
        findings.actual(),
        findings.sighting(),
        findings.differences(),
        findings.isOnlyLate(),
        Timeline.of(stage.events()),
        Optional.empty());
  }

  private void applyKnown(KvCacheEvent event) {
    router.apply(event);
    applyUnknown(event);
  }

  /** The router does not hear of it. */
  private void applyUnknown(KvCacheEvent event) {
    stage.apply(event);
    oracle.take(event);
  }

  private Optional<SourceChoice> lookUp() {
    Request request =
        new Request("fetch-" + plan.number(), plan.localHashes(), List.of(plan.target()));
    return Optional.ofNullable(router.answer(request).choices().get(plan.target()))
        .filter(choice -> choice.hint().isPresent());
  }

  private void carryOut(SourceChoice choice) {
    KvHint hint = choice.hint().orElseThrow();
    plan.meanwhile().forEach(this::applyUnknown);
    WorkerWithDpRank source = plan.askInstead().orElseGet(() -> rank(choice));
    TrialScene scene = scene(hashes(hint), source);
    Opened askedLife = stage.service(source);

    OptionalLong operation = new FollowedHint(scene).follow(hint);
    Comparison.compare(scene);
    if (!findings.isOnlyLate()) { // else all that follows would be amiss as well
      new ReturnToRest(scene, oracle, guard).come(askedLife, operation);
    }
    stage.keepEvents(plan.target());
    stage.keepEvents(source);
    closeAll();
  }

  private TrialScene scene(BlockHashes hinted, WorkerWithDpRank source) {
    BlockHashes lacking = lacking(hinted, stage.process(plan.target()).inspect());
    FetchExpectation must = oracle.fetch(plan.target(), Optional.of(source), hinted, plan.fault());
    asked = Optional.of(source);
    expected = Optional.of(must.result());
    return new TrialScene(plan, stage, arrangement, source, hinted, lacking, must, findings);
  }

  private static WorkerWithDpRank rank(SourceChoice choice) {
    if (choice.source().orElseThrow() instanceof WorkerWithDpRank rank) {
      return rank;
    }
    throw new IllegalStateException("hinted to nobody that takes part: " + choice);
  }

  private static BlockHashes hashes(KvHint hint) {
    return hint.actions().stream()
        .filter(KvHintAction.Fetch.class::isInstance)
        .map(action -> ((KvHintAction.Fetch) action).blockHashes())
        .findFirst()
        .orElseThrow();
  }

  private static BlockHashes lacking(BlockHashes hinted, Inspection held) {
    Set<Long> here = new HashSet<>(held.device());
    here.addAll(held.host());
    return BlockHashes.of(hinted.stream().boxed().filter(hash -> !here.contains(hash)).toList());
  }

  /** A case that differs leaves its processes to be killed. */
  private void closeAll() {
    if (!findings.differences().isEmpty()) {
      return;
    }
    for (WorkerWithDpRank rank : stage.living()) {
      List<String> left = stage.process(rank).closeService();
      if (!left.isEmpty()) {
        findings.differ("left behind by " + rank + ": " + left);
      }
    }
  }
}
