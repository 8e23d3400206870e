package kvproof.soak.outside;

import static kvproof.testkit.Irregularity.MALFORMED;
import static kvproof.testkit.Irregularity.MOVE;
import static kvproof.testkit.Irregularity.REHASH;
import static kvproof.testkit.Irregularity.UNKNOWN_PARENT;
import static kvproof.testkit.Irregularity.VARIANT;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.HistoryJudge;
import kvproof.testkit.Irregularity;

/**
 * The irregular events of a history, what each had mixed up by a later step, and when it is over.
 *
 * <p>For one thread.
 */
final class IrregularEvents {
  private static final Set<Irregularity> HASH_LINES = EnumSet.of(REHASH, MOVE, VARIANT, MALFORMED);

  record Irregular(int step, Irregularity kind, StorageTier tier, Owner owner) {}

  private final List<Irregular> events = new ArrayList<>();
  private final List<CaseStep> steps;
  private final Map<Irregular, MixedBlocks> mixedThen = new HashMap<>(); // by mixedStep
  private int mixedStep = -1;

  IrregularEvents(Case plain) {
    steps = plain.steps();
    HistoryJudge.irregularSteps(steps).forEach(this::add);
  }

  private void add(int step, Set<Irregularity> kinds) {
    switch (steps.get(step)) {
      case Stored stored ->
          kinds.forEach(kind -> events.add(event(step, kind, stored.tier(), stored.owner())));
      case Removed removed ->
          kinds.forEach(kind -> events.add(event(step, kind, removed.tier(), removed.owner())));
      default -> throw new AssertionError("irregular, and no event: " + steps.get(step));
    }
  }

  private static Irregular event(int step, Irregularity kind, StorageTier tier, Owner owner) {
    return new Irregular(step, kind, tier, owner);
  }

  boolean isEmpty() {
    return events.isEmpty();
  }

  List<Irregular> all() {
    return List.copyOf(events);
  }

  /** Those that are not over, by the time of a step. */
  List<Irregular> before(int step) {
    return events.stream()
        .filter(event -> event.step() <= step)
        .filter(event -> !isOver(event, step))
        .toList();
  }

  static boolean isOfHashLines(Irregular event) {
    return HASH_LINES.contains(event.kind());
  }

  /** What those that give a place or a hash a second meaning had mixed up by the time of a step. */
  Stream<MixedBlocks> mixed(int step) {
    return before(step).stream()
        .filter(IrregularEvents::isOfHashLines)
        .map(event -> mixedBy(event, step));
  }

  /** What everything at the end of the history that the event mixed up comes to. */
  MixedBlocks mixedInTheEndBy(Irregular event) {
    return mixedBy(event, steps.size());
  }

  /** What the event had mixed up by the time of a later step. */
  MixedBlocks mixedBy(Irregular event, int step) {
    if (step != mixedStep) { // many differences of one step come one after the other
      mixedThen.clear();
      mixedStep = step;
    }
    return mixedThen.computeIfAbsent(event, mixing -> mixedAnew(mixing, step));
  }

  private MixedBlocks mixedAnew(Irregular event, int step) {
    List<CaseStep> history = steps.subList(0, Math.min(step + 1, steps.size()));
    return switch (steps.get(event.step())) {
      case Stored stored when event.kind() == UNKNOWN_PARENT ->
          MixedBlocks.ofRefused(stored, history);
      case Stored stored -> MixedBlocks.ofStore(stored, event.kind() == MALFORMED, history);
      case Removed removed -> MixedBlocks.ofRemoval(removed, history);
      default -> throw new AssertionError("irregular, and no event: " + event);
    };
  }

  /** What was refused is missed no more once its owner holds nothing. */
  private boolean isOver(Irregular event, int step) {
    return event.kind() == UNKNOWN_PARENT
        && steps.subList(event.step() + 1, Math.min(step + 1, steps.size())).stream()
            .anyMatch(taken -> leavesNothingOf(event.owner(), taken));
  }

  private static boolean leavesNothingOf(Owner owner, CaseStep step) {
    return switch (step) {
      case Cleared cleared when cleared.cacheOwner().isEmpty() ->
          cleared.rank().filter(owner::equals).isPresent();
      case RankRemoved removed -> removed.rank().equals(owner);
      case WorkerRemoved removed ->
          owner instanceof WorkerWithDpRank rank && rank.workerId() == removed.workerId();
      default -> false;
    };
  }

  /** The owner and, if it is a rank, the cache owners whose blocks count for it just then. */
  Set<Owner> withProjected(int step, Owner owner) {
    Set<Owner> those = new HashSet<>();
    those.add(owner);
    snapshot(step)
        .projections()
        .forEach(
            (cacheOwner, rank) -> {
              if (rank.equals(owner)) {
                those.add(cacheOwner);
              }
            });
    return those;
  }

  private ResidencySnapshot snapshot(int step) {
    for (CaseStep taken : steps.subList(0, Math.min(step + 1, steps.size())).reversed()) {
      if (taken instanceof ResidencySnapshot snapshot) {
        return snapshot;
      }
    }
    return ResidencySnapshot.empty();
  }
}
