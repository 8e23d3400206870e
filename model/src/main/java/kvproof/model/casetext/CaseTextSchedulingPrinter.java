package kvproof.model.casetext;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.AffinityTarget;
import kvproof.model.BlockInterval;
import kvproof.model.CostWeights;
import kvproof.model.QueueClass;
import kvproof.model.QueueProfile;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.RequestOverride;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
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
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;

/** Writes the steps of a scheduler; what is as usual is left out. */
final class CaseTextSchedulingPrinter {
  private final CaseTextPrinter out;

  CaseTextSchedulingPrinter(CaseTextPrinter out) {
    this.out = out;
  }

  void add(SchedulingStep step) {
    switch (step) {
      case Configured(SchedulerSettings settings) -> addSettings(settings);
      case WorkersReplaced(List<SchedulableWorker> workers) -> addWorkers(workers);
      case HealthReplaced(WorkerHealth health) -> addHealth(health);
      case Submitted(SelectionRequest request) -> addRequest(request);
      case ClockAdvanced(long nowNanos) -> duration("clock", nowNanos);
      case PrefillCompleted(String id) -> out.word("prefilled").text(id);
      case OutputProduced(String id, int blocks, double fraction) -> {
        out.word("produce").text(id).word("blocks").word(Integer.toString(blocks));
        decimal("fraction", fraction);
      }
      case Released(String id) -> out.word("release").text(id);
      case Cancelled(String id) -> out.word("cancel").text(id);
      case AnswersHeld(boolean held) -> out.word("answers").word(held ? "held" : "given");
    }
  }

  private void addSettings(SchedulerSettings settings) {
    out.word("configure").word("block").word(Integer.toString(settings.blockSize()));
    out.word(settings.isDecode() ? "decode" : "");
    out.word(settings.tracksPrefill() ? "" : "untracked");
    unless(0.0, "temperature", settings.temperature());
    addWeights(settings.weights());
    settings.refreshAfterNanos().ifPresent(nanos -> duration("refresh", nanos));
    settings.expiryNanos().ifPresent(nanos -> duration("expiry", nanos));
    settings.prefillNanosPerToken().ifPresent(nanos -> duration("pace", nanos));
    if (settings.seed() != 0) {
      out.word("seed").word(Long.toUnsignedString(settings.seed()));
    }
    addQueue(settings.queue());
  }

  private void addWeights(CostWeights weights) {
    CostWeights defaults = CostWeights.defaults();
    unless(defaults.overlapCredit(), "credit", weights.overlapCredit());
    unless(defaults.overlapDecay(), "decay", weights.overlapDecay());
    unless(defaults.prefillScale(), "scale", weights.prefillScale());
    unless(defaults.activeRequest(), "request", weights.activeRequest());
    unless(defaults.hostHit(), "host", weights.hostHit());
    unless(defaults.diskHit(), "disk", weights.diskHit());
    unless(defaults.sharedHit(), "shared", weights.sharedHit());
  }

  private void addQueue(QueueProfile queue) {
    queue.defaultFamily().ifPresent(family -> out.word("family").text(family));
    queue
        .buckets()
        .forEach(
            bucket ->
                out.word("bucket").text(bucket.name()).word(Long.toString(bucket.minTokens())));
    queue.classes().forEach(this::addClass);
  }

  private void addClass(QueueClass queueClass) {
    out.word("class").text(queueClass.name());
    queueClass.cell().ifPresent(cell -> out.word("cell").text(cell.family()).text(cell.bucket()));
    out.word(queueClass.order().wireName());
    whole("quantum", OptionalLong.of(queueClass.quantum()));
    whole("busy", queueClass.busyTokens());
    decimal("fraction", queueClass.busyFraction());
    whole("requests", queueClass.requestLimit());
    whole("tokens", queueClass.tokenLimit());
    whole("cached", queueClass.cachedTokenLimit());
  }

  private void addWorkers(List<SchedulableWorker> workers) {
    out.word("schedulable").word(workers.isEmpty() ? "none" : "");
    String separator = "";
    for (SchedulableWorker worker : workers) {
      out.word(separator).word(Long.toUnsignedString(worker.workerId()));
      out.word("start").word(Integer.toUnsignedString(worker.startRank()));
      out.word("size").word(Integer.toString(worker.rankCount()));
      whole("batch", worker.maxBatchedTokens());
      worker.taints().forEach(taint -> out.word("taint").text(taint));
      separator = ";";
    }
  }

  private void addHealth(WorkerHealth health) {
    out.word("health");
    if (health.available().isEmpty() && health.overloaded().isEmpty()) {
      out.word("good");
    }
    health.available().ifPresent(workers -> workerIds("available", workers));
    if (!health.overloaded().isEmpty()) {
      workerIds("overloaded", health.overloaded());
    }
  }

  private void addRequest(SelectionRequest request) {
    out.word("submit").text(request.id()).word(request.admission().wireName());
    out.word("tokens").word(Integer.toString(request.promptTokens()));
    out.word("local").hashes(request.localHashes());
    if (!request.sequenceHashes().equals(request.localHashes())) {
      out.word("sequence").hashes(request.sequenceHashes());
    }
    addConstraints(request.constraints());
    addWishes(request.wishes());
    addOverride(request.override());
    request.sharedHits().ifPresent(this::addSharedHits);
    request
        .expectedOutputTokens()
        .ifPresent(tokens -> out.word("output").word(Integer.toString(tokens)));
  }

  private void addSharedHits(List<BlockInterval> hits) {
    out.word("shared");
    hits.forEach(hit -> out.word(hit.start() + "-" + hit.end()));
  }

  private void addConstraints(RequestConstraints constraints) {
    constraints.allowedWorkers().ifPresent(workers -> workerIds("allow", workers));
    constraints.pin().ifPresent(rank -> out.word("pin").owner(rank));
    constraints.affinity().ifPresent(target -> out.word("stay").word(target(target)));
    constraints.requiredTaints().forEach(taint -> out.word("require").text(taint));
    constraints
        .preferredTaints()
        .forEach((taint, weight) -> out.word("prefer").text(taint).word(Double.toString(weight)));
  }

  private static String target(AffinityTarget target) {
    String worker = Long.toUnsignedString(target.workerId());
    return target.dpRank().isPresent()
        ? worker + "/" + Integer.toUnsignedString(target.dpRank().getAsInt())
        : worker;
  }

  private void addWishes(QueueWishes wishes) {
    if (!wishes.policyClass().isEmpty()) {
      out.word("class").text(wishes.policyClass());
    }
    if (wishes.strictPriority() != 0) {
      out.word("strict").word(Integer.toUnsignedString(wishes.strictPriority()));
    }
    unless(0.0, "jump", wishes.priorityJump());
    wishes.deadlineNanos().ifPresent(nanos -> duration("deadline", nanos));
  }

  private void addOverride(RequestOverride override) {
    decimal("credit", override.overlapCredit());
    decimal("scale", override.prefillScale());
    decimal("temperature", override.temperature());
    decimal("multiplier", override.sharedMultiplier());
    choice("reuse", override.assumeReuse());
    choice("track", override.trackPrefill());
  }

  private void choice(String keyword, Optional<Boolean> choice) {
    choice.ifPresent(isYes -> out.word(keyword).word(isYes ? "yes" : "no"));
  }

  private void workerIds(String keyword, Iterable<Long> workerIds) {
    out.word(keyword);
    workerIds.forEach(workerId -> out.word(Long.toUnsignedString(workerId)));
  }

  private void whole(String keyword, OptionalLong number) {
    number.ifPresent(value -> out.word(keyword).word(Long.toString(value)));
  }

  private void unless(double usual, String keyword, double value) {
    if (Double.compare(usual, value) != 0) {
      decimal(keyword, value);
    }
  }

  private void decimal(String keyword, OptionalDouble value) {
    value.ifPresent(present -> decimal(keyword, present));
  }

  /** The shortest decimal that reads back as the same number. */
  private void decimal(String keyword, double value) {
    out.word(keyword).word(Double.toString(value));
  }

  private void duration(String keyword, long nanos) {
    out.word(keyword).word(CaseTextDuration.print(nanos));
  }
}
