package kvproof.soak.outside;

import static kvproof.model.Verdict.Kind.OVER_CREDIT;
import static kvproof.model.Verdict.Kind.UNDER_CREDIT;
import static kvproof.soak.outside.DifferenceWords.deepestTier;
import static kvproof.soak.outside.DifferenceWords.isAboutAWholeTier;
import static kvproof.soak.outside.DifferenceWords.owner;
import static kvproof.soak.outside.DifferenceWords.partiesOfChoice;
import static kvproof.soak.outside.DifferenceWords.request;
import static kvproof.soak.outside.DifferenceWords.tierName;
import static kvproof.testkit.Irregularity.MALFORMED;
import static kvproof.testkit.Irregularity.MOVE;
import static kvproof.testkit.Irregularity.REHASH;
import static kvproof.testkit.Irregularity.REMOVAL_WITH_SURVIVORS;
import static kvproof.testkit.Irregularity.UNKNOWN_PARENT;
import static kvproof.testkit.Irregularity.VARIANT;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.RankRemoved;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvCacheEvent.WorkerRemoved;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.run.Excuse;
import kvproof.testkit.HistoryJudge;
import kvproof.testkit.Irregularity;

/**
 * The divergences that are known of a router which promises exact answers for engine histories
 * only, by the rules of {@code index.md} 2.6.2.
 *
 * <p>A difference about an owner is known if that owner had an irregular event before, on the tier
 * or one that is walked before it, of a kind that may lead to a difference in this direction.
 * Irregular events of others reach an owner on two ways: by what a place or a hash is taken for,
 * and by owner sets that are not compared. No event reaches somebody who never had one of the
 * blocks to do with that it mixed up, or a prompt in which none of these stands ({@link
 * MixedBlocks}). What follows from an overlap, the chain and the choice, is known if a known
 * difference of an overlap comes with it, or if mixed blocks are in the prompt; a choice only if
 * one of them who are named in it is concerned. Everything else is new.
 */
final class KnownDivergences implements Excuse {
  private static final Set<Irregularity> HASH_LINES = EnumSet.of(REHASH, MOVE, VARIANT, MALFORMED);

  private record Irregular(int step, Irregularity kind, StorageTier tier, Owner owner) {}

  private final List<Irregular> events = new ArrayList<>();
  private final List<CaseStep> steps;
  private final Map<String, Request> requests = new HashMap<>();
  private final SortedMap<String, Long> counts = new TreeMap<>();

  KnownDivergences(Case plain) {
    steps = plain.steps();
    plain.requests().forEach(request -> requests.put(request.id(), request));
    HistoryJudge.irregularSteps(steps).forEach((step, kinds) -> add(step, kinds));
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

  /** Whether nothing at all can be known. */
  boolean isRegular() {
    return events.isEmpty();
  }

  /** How many differences each rule has covered. */
  SortedMap<String, Long> counts() {
    return new TreeMap<>(counts);
  }

  @Override
  public List<Difference> unexplained(int step, List<Difference> differences) {
    Map<String, Set<Owner>> explained = new HashMap<>(); // the owners, by request
    List<Difference> left = new ArrayList<>();
    for (Difference difference : differences) {
      Optional<Irregular> cause = cause(step, difference);
      if (cause.isPresent()) {
        Optional<Owner> owner = owner(difference);
        count(
            cause.get(), difference.kind(), owner.filter(cause.get().owner()::equals).isPresent());
        Set<Owner> owners = explained.computeIfAbsent(request(difference), _ -> new HashSet<>());
        owner.ifPresent(those -> owners.addAll(withProjected(step, those)));
      } else {
        left.add(difference);
      }
    }
    left.removeIf(difference -> follows(step, difference, explained));
    return left;
  }

  private void count(Irregular cause, Kind kind, boolean isOwn) {
    String tier = cause.tier() == StorageTier.DEVICE ? "device" : "lower";
    String whose = isOwn ? "" : " of another";
    String name = tier + " " + wireName(cause.kind()) + whose + " " + wireName(kind);
    counts.merge(name, 1L, Long::sum);
  }

  private static String wireName(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** The chain, whether there are candidates, and what was chosen among them. */
  private boolean follows(int step, Difference difference, Map<String, Set<Owner>> explained) {
    Set<Owner> owners = explained.get(request(difference));
    boolean follows =
        switch (difference.part()) {
          case "choice" -> isChosenAmong(step, difference, owners == null ? Set.of() : owners);
          case "hint" -> owners != null || isMixedIn(step, difference);
          case "candidates" ->
              owner(difference).isEmpty() && (owners != null || isMixedIn(step, difference));
          default -> false;
        };
    if (follows) {
      counts.merge("follows " + difference.part(), 1L, Long::sum);
    }
    return follows;
  }

  /** Somebody who is named in the choice is concerned by what is known of this request. */
  private boolean isChosenAmong(int step, Difference difference, Set<Owner> explained) {
    Set<Owner> parties = new HashSet<>();
    partiesOfChoice(difference).forEach(owner -> parties.addAll(withProjected(step, owner)));
    return parties.stream().anyMatch(explained::contains)
        || mixed(step)
            .anyMatch(mixed -> mixed.isKnownToAny(parties) && isIn(mixed, request(difference)));
  }

  private boolean isMixedIn(int step, Difference difference) {
    return mixed(step).anyMatch(mixed -> isIn(mixed, request(difference)));
  }

  private boolean isIn(MixedBlocks mixed, String requestId) {
    Request request = requests.get(requestId);
    return request != null && mixed.isIn(request);
  }

  private Stream<MixedBlocks> mixed(int step) {
    return before(step).stream()
        .filter(event -> HASH_LINES.contains(event.kind()))
        .map(event -> mixedBy(event, step));
  }

  /** What the event had mixed up by the time of a later step. */
  private MixedBlocks mixedBy(Irregular event, int step) {
    List<CaseStep> history = steps.subList(0, Math.min(step + 1, steps.size()));
    return switch (steps.get(event.step())) {
      case Stored stored when event.kind() == UNKNOWN_PARENT ->
          MixedBlocks.ofRefused(stored, history);
      case Stored stored -> MixedBlocks.ofStore(stored, event.kind() == MALFORMED, history);
      case Removed removed -> MixedBlocks.ofRemoval(removed, history);
      default -> throw new AssertionError("irregular, and no event: " + event);
    };
  }

  private List<Irregular> before(int step) {
    return events.stream().filter(event -> event.step() <= step).toList();
  }

  /** The irregular event that explains a difference about one owner. */
  private Optional<Irregular> cause(int step, Difference difference) {
    Optional<Owner> owner = owner(difference);
    Optional<StorageTier> deepest = deepestTier(difference);
    if (owner.isEmpty() || deepest.isEmpty()) {
      return isAboutAWholeTier(difference)
          ? before(step).stream()
              .filter(event -> event.kind() == MALFORMED)
              .filter(event -> event.tier().wireName().equals(tierName(difference)))
              .findFirst()
          : Optional.empty();
    }
    Set<Owner> those = withProjected(step, owner.get());
    return before(step).stream()
        .filter(event -> event.tier().compareTo(deepest.get()) <= 0)
        .filter(event -> mayCause(event, those.contains(event.owner()), difference))
        .filter(event -> !isOver(event, step))
        .filter(event -> reaches(event, step, those, difference))
        .findFirst();
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

  /** Whether an event can have to do with these owners, and with the prompt. */
  private boolean reaches(Irregular event, int step, Set<Owner> those, Difference difference) {
    MixedBlocks mixed = mixedBy(event, step);
    return mixed.isKnownToAny(those)
        && (difference.part().equals("resident") || isIn(mixed, request(difference)));
  }

  private static boolean mayCause(Irregular event, boolean isOwn, Difference difference) {
    boolean isOfWalk = !difference.part().equals("device") && !difference.part().equals("resident");
    boolean isOfDevice = event.tier() == StorageTier.DEVICE;
    return switch (event.kind()) {
      // The store is refused: less is held, and a walk through the lower tiers begins elsewhere.
      case UNKNOWN_PARENT -> isOwn && (isOfWalk || difference.kind() == UNDER_CREDIT);
      // Blocks behind stay lost; owner sets of equal sizes are not compared, so others may rise.
      case REMOVAL_WITH_SURVIVORS ->
          isOwn
              ? isOfWalk || difference.kind() == UNDER_CREDIT
              : isOfDevice
                  && !difference.part().equals("resident")
                  && (isOfWalk || difference.kind() == OVER_CREDIT);
      // The old mapping stays or the first one wins, for whoever comes later too; what is malformed
      // is taken, and then gives a hash a second place.
      case REHASH, MOVE, VARIANT, MALFORMED -> true;
    };
  }

  /** The owner and, if it is a rank, the cache owners whose blocks count for it just then. */
  private Set<Owner> withProjected(int step, Owner owner) {
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

  /** The actual inventory, but as expected where an irregular event of that tier reaches. */
  List<HeldBlock> forgiven(List<HeldBlock> expected, List<HeldBlock> actual) {
    if (expected.equals(actual)) {
      return actual;
    }
    counts.merge("inventory", 1L, Long::sum);
    Set<HeldBlock> held = new HashSet<>(expected);
    List<HeldBlock> forgiven = new ArrayList<>();
    actual.stream()
        .filter(block -> !isForgiven(block, held.contains(block)))
        .forEach(forgiven::add);
    expected.stream().filter(block -> isForgiven(block, true)).forEach(forgiven::add);
    forgiven.sort(HeldBlock.DUMP_ORDER);
    return forgiven;
  }

  /** Without a second meaning or a malformed store less is held and never more. */
  private boolean isForgiven(HeldBlock block, boolean isExpected) {
    return events.stream()
        .filter(event -> event.tier() == block.tier())
        .filter(
            event ->
                HASH_LINES.contains(event.kind())
                    || (isExpected && event.owner().equals(block.owner())))
        .anyMatch(event -> mixedBy(event, steps.size()).isMixed(block.externalHash()));
  }
}
