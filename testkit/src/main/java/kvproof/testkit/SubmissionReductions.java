package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.BlockInterval;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.RequestOverride;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionRequest;

/** Requests for a worker that want less. */
final class SubmissionReductions {
  private SubmissionReductions() {}

  static List<SelectionRequest> smaller(SelectionRequest request) {
    List<SelectionRequest> smaller = new ArrayList<>();
    smaller.add(request.with(RequestConstraints.none()));
    smaller.add(request.with(QueueWishes.none()));
    smaller.add(request.with(RequestOverride.none()));
    smaller.add(with(request, Optional.empty(), OptionalInt.empty()));
    fewerConstraints(request.constraints()).forEach(fewer -> smaller.add(request.with(fewer)));
    fewerWishes(request.wishes()).forEach(fewer -> smaller.add(request.with(fewer)));
    fewerOverrides(request.override()).forEach(fewer -> smaller.add(request.with(fewer)));
    smaller.add(with(request, request.sharedHits(), OptionalInt.empty()));
    smaller.add(with(request, request.localHashes(), request.localHashes()));
    smaller.add(withAdmission(request, Admission.BOOK));
    int blocks = request.localHashes().size();
    if (blocks > 0) {
      smaller.add(withoutBlock(request, blocks - 1));
      smaller.add(withoutBlock(request, 0));
    }
    smaller.removeIf(request::equals);
    return smaller;
  }

  /** The same prompt without the block at a position; the tokens stay. */
  static SelectionRequest withoutBlock(SelectionRequest request, int position) {
    BlockHashes sequence = request.sequenceHashes();
    return with(
        request,
        without(request.localHashes(), position),
        sequence.isEmpty() ? sequence : without(sequence, position));
  }

  private static BlockHashes without(BlockHashes hashes, int position) {
    return BlockHashes.of(CaseReductions.without(hashes.stream().boxed().toList(), position));
  }

  private static List<RequestConstraints> fewerConstraints(RequestConstraints all) {
    List<RequestConstraints> fewer = new ArrayList<>();
    fewer.add(constraints(all, Optional.empty()));
    all.allowedWorkers()
        .ifPresent(
            workers ->
                workers.forEach(
                    workerId ->
                        fewer.add(
                            all.withAllowedWorkers(
                                SchedulingReductions.without(workers, workerId)))));
    fewer.add(
        new RequestConstraints(
            all.allowedWorkers(),
            Optional.empty(),
            all.affinity(),
            all.requiredTaints(),
            all.preferredTaints()));
    fewer.add(
        new RequestConstraints(
            all.allowedWorkers(),
            all.pin(),
            Optional.empty(),
            all.requiredTaints(),
            all.preferredTaints()));
    for (String taint : all.requiredTaints()) {
      fewer.add(all.withRequiredTaints(SchedulingReductions.without(all.requiredTaints(), taint)));
    }
    for (String taint : all.preferredTaints().keySet()) {
      SortedMap<String, Double> preferred = new TreeMap<>(all.preferredTaints());
      preferred.remove(taint);
      fewer.add(all.withPreferredTaints(preferred));
    }
    return fewer;
  }

  private static RequestConstraints constraints(
      RequestConstraints like, Optional<SortedSet<Long>> allowed) {
    return new RequestConstraints(
        allowed, like.pin(), like.affinity(), like.requiredTaints(), like.preferredTaints());
  }

  private static List<QueueWishes> fewerWishes(QueueWishes all) {
    OptionalLong deadline = all.deadlineNanos();
    List<QueueWishes> fewer = new ArrayList<>();
    fewer.add(new QueueWishes("", all.strictPriority(), all.priorityJump(), deadline));
    fewer.add(new QueueWishes(all.policyClass(), 0, all.priorityJump(), deadline));
    fewer.add(new QueueWishes(all.policyClass(), all.strictPriority(), 0, deadline));
    fewer.add(
        new QueueWishes(
            all.policyClass(), all.strictPriority(), all.priorityJump(), OptionalLong.empty()));
    deadline.ifPresent(
        nanos ->
            SchedulingReductions.rounder(nanos)
                .forEach(
                    rounder ->
                        fewer.add(
                            new QueueWishes(
                                all.policyClass(),
                                all.strictPriority(),
                                all.priorityJump(),
                                OptionalLong.of(rounder)))));
    return fewer;
  }

  private static List<RequestOverride> fewerOverrides(RequestOverride all) {
    List<RequestOverride> fewer = new ArrayList<>();
    for (int part = 0; part < 6; part++) {
      fewer.add(
          new RequestOverride(
              part == 0 ? OptionalDouble.empty() : all.overlapCredit(),
              part == 1 ? OptionalDouble.empty() : all.prefillScale(),
              part == 2 ? OptionalDouble.empty() : all.temperature(),
              part == 3 ? OptionalDouble.empty() : all.sharedMultiplier(),
              part == 4 ? Optional.empty() : all.assumeReuse(),
              part == 5 ? Optional.empty() : all.trackPrefill()));
    }
    return fewer;
  }

  /** One request at a time with no more tokens than its blocks need, or with a block's less. */
  static List<Case> withFewerTokens(Case larger) {
    List<Case> smaller = new ArrayList<>();
    int blockSize = 1;
    for (int i = 0; i < larger.steps().size(); i++) {
      CaseStep step = larger.steps().get(i);
      if (step instanceof Configured(var settings)) {
        blockSize = settings.blockSize();
      } else if (step instanceof Submitted(var request)) {
        long needed = (long) request.localHashes().size() * blockSize;
        for (long tokens : List.of(needed, (long) request.promptTokens() - blockSize)) {
          if (tokens >= needed && tokens < request.promptTokens()) {
            Submitted fewer = new Submitted(withTokens(request, (int) tokens));
            smaller.add(
                CaseReductions.withSteps(larger, CaseReductions.with(larger.steps(), i, fewer)));
          }
        }
      }
    }
    return smaller;
  }

  private static SelectionRequest with(
      SelectionRequest like, Optional<List<BlockInterval>> shared, OptionalInt outputTokens) {
    return new SelectionRequest(
        like.id(),
        like.admission(),
        like.localHashes(),
        like.sequenceHashes(),
        like.promptTokens(),
        like.constraints(),
        like.wishes(),
        like.override(),
        shared,
        outputTokens);
  }

  private static SelectionRequest with(
      SelectionRequest like, BlockHashes localHashes, BlockHashes sequenceHashes) {
    return new SelectionRequest(
        like.id(),
        like.admission(),
        localHashes,
        sequenceHashes,
        like.promptTokens(),
        like.constraints(),
        like.wishes(),
        like.override(),
        like.sharedHits(),
        like.expectedOutputTokens());
  }

  private static SelectionRequest withAdmission(SelectionRequest like, Admission admission) {
    return new SelectionRequest(
        like.id(),
        admission,
        like.localHashes(),
        like.sequenceHashes(),
        like.promptTokens(),
        like.constraints(),
        like.wishes(),
        like.override(),
        like.sharedHits(),
        like.expectedOutputTokens());
  }

  private static SelectionRequest withTokens(SelectionRequest like, int promptTokens) {
    return new SelectionRequest(
        like.id(),
        like.admission(),
        like.localHashes(),
        like.sequenceHashes(),
        promptTokens,
        like.constraints(),
        like.wishes(),
        like.override(),
        like.sharedHits(),
        like.expectedOutputTokens());
  }
}
