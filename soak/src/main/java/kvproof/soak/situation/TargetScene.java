package kvproof.soak.situation;

import static kvproof.model.Island.Enforcement.PREFERRED;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * One target of an expected answer, and what was there to choose from.
 *
 * <p>A target on the chain is never a usable source for itself: an interval of its own that covers
 * its frontier would mean that it holds that block, and then its frontier would lie behind it.
 */
final class TargetScene {
  private final AnswerScene answer;
  private final WorkerWithDpRank target;
  private final SourceChoice choice;
  private final List<SourceInterval> usable;
  private final Optional<SourceInterval> chosen;
  private final Optional<TargetShape> shape;
  private final SourceKind sourceKind;

  /** Worked out once for each source; looked up, never iterated. */
  private final Map<Owner, Set<Refusal>> refusals = new HashMap<>();

  TargetScene(AnswerScene answer, WorkerWithDpRank target, SourceChoice choice) {
    this.answer = answer;
    this.target = target;
    this.choice = choice;
    this.usable = covering(answer.intervals(), choice.frontier());
    this.chosen = among(usable, choice);
    this.shape = shapeOf(answer, target, choice.frontier());
    this.sourceKind = kindOf(answer, chosen);
  }

  private static List<SourceInterval> covering(List<SourceInterval> intervals, int frontier) {
    List<SourceInterval> covering = new ArrayList<>();
    for (SourceInterval held : intervals) {
      if (held.interval().start() <= frontier && frontier < held.interval().end()) {
        covering.add(held);
      }
    }
    return covering;
  }

  private static Optional<SourceInterval> among(List<SourceInterval> usable, SourceChoice choice) {
    for (SourceInterval held : usable) {
      if (held.interval().end() == choice.end()
          && choice.source().filter(held.owner()::equals).isPresent()) {
        return Optional.of(held);
      }
    }
    return Optional.empty();
  }

  private static Optional<TargetShape> shapeOf(
      AnswerScene answer, WorkerWithDpRank target, int frontier) {
    if (answer.size() == 0) {
      return Optional.empty();
    }
    if (frontier == 0) {
      return Optional.of(TargetShape.COLD);
    }
    if (frontier == answer.size()) {
      return Optional.of(TargetShape.FULL);
    }
    if (!answer.isOnChain(target)) {
      return Optional.of(TargetShape.OFF_CHAIN);
    }
    int device = answer.deviceBlocks(target);
    return Optional.of(
        device == 0
            ? TargetShape.HOST_ONLY
            : device == frontier ? TargetShape.DEVICE_ONLY : TargetShape.DEVICE_AND_HOST);
  }

  private static SourceKind kindOf(AnswerScene answer, Optional<SourceInterval> chosen) {
    if (chosen.isEmpty()) {
      return SourceKind.NONE;
    }
    return switch (chosen.get().owner()) {
      case CacheOwner _ -> SourceKind.CACHE_OWNER;
      case WorkerWithDpRank rank ->
          chosen.get().interval().start() > 0
              ? SourceKind.RANK_CONTINUATION
              : answer.needsProjection(rank) ? SourceKind.PROJECTED_RANK : SourceKind.RANK_PREFIX;
    };
  }

  AnswerScene answer() {
    return answer;
  }

  WorkerWithDpRank target() {
    return target;
  }

  SourceChoice choice() {
    return choice;
  }

  Snapshots snapshots() {
    return answer.snapshots();
  }

  int frontier() {
    return choice.frontier();
  }

  /** Absent for a prompt without blocks. */
  Optional<TargetShape> shape() {
    return shape;
  }

  SourceKind sourceKind() {
    return sourceKind;
  }

  /** Listed, and of a worker type. */
  boolean isFit() {
    return snapshots().workers().isConfigured(target)
        && !snapshots().workers().workerType(target).isEmpty();
  }

  /** Nothing about the target itself stands in the way of a source. */
  boolean mayFetch() {
    return isFit() && frontier() < answer.size() && answer.isOnChain(target);
  }

  /** The interval that the choice is about. */
  Optional<SourceInterval> chosen() {
    return chosen;
  }

  /** The intervals that cover the frontier, eligible or not. */
  List<SourceInterval> usable() {
    return usable;
  }

  boolean isEligible(SourceInterval held) {
    return refusals(held.owner()).isEmpty();
  }

  List<SourceInterval> eligible() {
    return usable.stream().filter(this::isEligible).toList();
  }

  Set<Refusal> refusals(Owner source) {
    return refusals.computeIfAbsent(source, owner -> Refusal.all(owner, target, snapshots()));
  }

  /** A source that was refused for this reason and no other would have been chosen. */
  boolean isDecisive(Refusal refusal, Predicate<Owner> source) {
    return mayFetch()
        && usable.stream()
            .filter(held -> source.test(held.owner()))
            .filter(held -> isRefusedFor(refusal, held.owner()))
            .anyMatch(this::wouldWin);
  }

  private boolean isRefusedFor(Refusal refusal, Owner source) {
    Set<Refusal> all = refusals(source);
    return all.size() == 1 && all.contains(refusal);
  }

  /** Whether an interval comes before the chosen one, or nobody was chosen. */
  boolean wouldWin(SourceInterval held) {
    return chosen().isEmpty() || bestFirst().compare(held, chosen().get()) < 0;
  }

  /** Home first if that is preferred, then the longest, then the smallest source. */
  Comparator<SourceInterval> bestFirst() {
    return Comparator.comparing((SourceInterval held) -> !(prefersHome() && isAtHome(held.owner())))
        .thenComparing(held -> held.interval().end(), Comparator.reverseOrder())
        .thenComparing(SourceInterval::owner);
  }

  Optional<Island> home() {
    return snapshots().workers().island(target);
  }

  boolean prefersHome() {
    return home().filter(island -> island.enforcement() == PREFERRED).isPresent();
  }

  boolean isAtHome(Owner source) {
    return home().isPresent() && island(source).filter(home().get()::isSameAs).isPresent();
  }

  Optional<Island> island(Owner source) {
    return Refusal.island(source, snapshots());
  }
}
