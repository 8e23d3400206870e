package kvproof.soak.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import kvproof.model.Answer;
import kvproof.model.Answer.DeviceMatch;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.Answer.WalkPosition;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** An answer taken apart, to be put together again with one part changed. */
final class AlteredAnswer {
  final SortedMap<WorkerWithDpRank, DeviceMatch> device;
  final SortedMap<StorageTier, TierAnswer> lower;
  Optional<TransferCandidates> candidates;
  final List<SourceInterval> intervals;
  final SortedMap<WorkerWithDpRank, SourceChoice> choices;

  private AlteredAnswer(Answer answer) {
    device = new TreeMap<>(answer.device());
    lower = new TreeMap<>(answer.lower());
    candidates = answer.candidates();
    intervals = new ArrayList<>(answer.intervals());
    choices = new TreeMap<>(answer.choices());
  }

  static UnaryOperator<Answer> by(Consumer<AlteredAnswer> change) {
    return answer -> {
      AlteredAnswer altered = new AlteredAnswer(answer);
      change.accept(altered);
      return new Answer(
          altered.device, altered.lower, altered.candidates, altered.intervals, altered.choices);
    };
  }

  void choice(WorkerWithDpRank target, UnaryOperator<SourceChoice> change) {
    choices.computeIfPresent(target, (rank, known) -> change.apply(known));
  }

  /** Lets one rank walk the tier, with these hits and this place to go on from. */
  void walk(StorageTier tier, WorkerWithDpRank rank, int hits, int next, long lastHash) {
    SortedMap<WorkerWithDpRank, Integer> hitsByRank = new TreeMap<>();
    hitsByRank.put(rank, hits);
    SortedMap<WorkerWithDpRank, WalkPosition> nextByRank = new TreeMap<>();
    nextByRank.put(rank, new WalkPosition(next, OptionalLong.of(lastHash)));
    lower.put(tier, new TierAnswer(hitsByRank, nextByRank));
  }
}
