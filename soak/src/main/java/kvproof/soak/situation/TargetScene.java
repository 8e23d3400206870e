package kvproof.soak.situation;

import static kvproof.model.Island.Enforcement.PREFERRED;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.CacheOwner;
import kvproof.model.Island;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;
import org.jspecify.annotations.Nullable;

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
  private @Nullable List<SourceInterval> usable;

  TargetScene(AnswerScene answer, WorkerWithDpRank target, SourceChoice choice) {
    this.answer = answer;
    this.target = target;
    this.choice = choice;
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
    if (answer.size() == 0) {
      return Optional.empty();
    }
    if (frontier() == 0) {
      return Optional.of(TargetShape.COLD);
    }
    if (frontier() == answer.size()) {
      return Optional.of(TargetShape.FULL);
    }
    if (!answer.isOnChain(target)) {
      return Optional.of(TargetShape.OFF_CHAIN);
    }
    int device = answer.deviceBlocks(target);
    return Optional.of(
        device == 0
            ? TargetShape.HOST_ONLY
            : device == frontier() ? TargetShape.DEVICE_ONLY : TargetShape.DEVICE_AND_HOST);
  }

  SourceKind sourceKind() {
    return chosen()
        .map(
            held ->
                switch (held.owner()) {
                  case CacheOwner _ -> SourceKind.CACHE_OWNER;
                  case WorkerWithDpRank rank ->
                      held.interval().start() > 0
                          ? SourceKind.RANK_CONTINUATION
                          : answer.needsProjection(rank)
                              ? SourceKind.PROJECTED_RANK
                              : SourceKind.RANK_PREFIX;
                })
        .orElse(SourceKind.NONE);
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

  /** The interval that the choice is about; of two alike the one that goes further back. */
  Optional<SourceInterval> chosen() {
    return choice
        .source()
        .flatMap(
            source ->
                usable().stream()
                    .filter(held -> held.owner().equals(source))
                    .filter(held -> held.interval().end() == choice.end())
                    .findFirst());
  }

  /** The intervals that cover the frontier, eligible or not. */
  List<SourceInterval> usable() {
    List<SourceInterval> known = usable;
    if (known == null) {
      known =
          answer.intervals().stream()
              .filter(held -> held.interval().start() <= frontier())
              .filter(held -> held.interval().end() > frontier())
              .toList();
      usable = known;
    }
    return known;
  }

  List<SourceInterval> eligible() {
    return usable().stream().filter(held -> refusals(held.owner()).isEmpty()).toList();
  }

  Set<Refusal> refusals(Owner source) {
    return Refusal.all(source, target, snapshots());
  }

  /** A source that was refused for this reason and no other would have been chosen. */
  boolean isDecisive(Refusal refusal, Predicate<Owner> source) {
    Set<Refusal> alone = Set.of(refusal);
    return mayFetch()
        && usable().stream()
            .filter(held -> source.test(held.owner()))
            .filter(held -> refusals(held.owner()).equals(alone))
            .anyMatch(this::wouldWin);
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
