package kvproof.soak.situation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Admission;
import kvproof.model.KvHint;
import kvproof.model.SchedulerSettings;
import kvproof.model.SchedulingDecision.Answered;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.ClockAdvanced;
import kvproof.model.SelectionRequest;
import kvproof.oracles.scheduling.WeighedChoice;
import kvproof.oracles.scheduling.WeighedChoice.Part;
import kvproof.soak.situation.ScheduleLedger.Waiting;

/**
 * One choice of a rank.
 *
 * @param scene the step in which it was made
 * @param waited absent: chosen as it arrived
 * @param stillWaiting who waits after it, oldest first
 */
record ChoiceScene(
    SchedulingScene scene,
    WeighedChoice choice,
    Chosen chosen,
    Optional<Waiting> waited,
    List<Waiting> stillWaiting) {

  SelectionRequest request() {
    return choice.request();
  }

  boolean hasWaited() {
    return waited.isPresent() && !scene.isSubmitted(request().id());
  }

  /** Whether it waited, and a step of that kind let it go. */
  boolean isFreedBy(Class<? extends SchedulingStep> kind) {
    return hasWaited() && kind.isInstance(scene.step());
  }

  /** How long it waited; absent if time passed in this very step. */
  OptionalLong waitedNanos() {
    return hasWaited() && !(scene.step() instanceof ClockAdvanced)
        ? OptionalLong.of(scene.ledger().nowNanos() - waited.orElseThrow().sinceNanos())
        : OptionalLong.empty();
  }

  boolean isRefreshed() {
    return choice.isRefreshed();
  }

  /** Whether another rank would be cheapest had that part not counted. */
  boolean isDecidedBy(Part part) {
    return choice.cheapest().contains(choice.taken())
        && !choice.cheapestWithout(part).contains(choice.taken())
        && isWithoutTemperature();
  }

  boolean isWithoutTemperature() {
    return chosen.draws().reals().isEmpty();
  }

  boolean isPinned() {
    return request().constraints().pin().isPresent();
  }

  boolean books() {
    return request().admission() == Admission.BOOK || request().admission() == Admission.LEASE;
  }

  /** Whether prefill tokens count for the request. */
  boolean countsPrefill() {
    return request()
        .override()
        .trackPrefill()
        .orElseGet(
            () -> scene.ledger().settings().filter(SchedulerSettings::tracksPrefill).isPresent());
  }

  /** The hint, if it was answered in this step and got one. */
  Optional<KvHint> hint() {
    return scene.decisions().stream()
        .filter(Answered.class::isInstance)
        .map(Answered.class::cast)
        .filter(answered -> answered.requestId().equals(request().id()))
        .findFirst()
        .flatMap(Answered::hint);
  }
}
