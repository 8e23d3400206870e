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
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Case;
import kvproof.model.HeldBlock;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.soak.outside.IrregularEvents.Irregular;
import kvproof.soak.run.Excuse;

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
  private final IrregularEvents events;
  private final Map<String, Request> requests = new HashMap<>();
  private final SortedMap<String, Long> counts = new TreeMap<>();

  KnownDivergences(Case plain) {
    events = new IrregularEvents(plain);
    plain.requests().forEach(request -> requests.put(request.id(), request));
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
        owner.ifPresent(those -> owners.addAll(events.withProjected(step, those)));
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
    partiesOfChoice(difference).forEach(owner -> parties.addAll(events.withProjected(step, owner)));
    return parties.stream().anyMatch(explained::contains)
        || events
            .mixed(step)
            .anyMatch(mixed -> mixed.isKnownToAny(parties) && isIn(mixed, request(difference)));
  }

  private boolean isMixedIn(int step, Difference difference) {
    return events.mixed(step).anyMatch(mixed -> isIn(mixed, request(difference)));
  }

  private boolean isIn(MixedBlocks mixed, String requestId) {
    Request request = requests.get(requestId);
    return request != null && mixed.isIn(request);
  }

  /** The irregular event that explains a difference about one owner. */
  private Optional<Irregular> cause(int step, Difference difference) {
    Optional<Owner> owner = owner(difference);
    Optional<StorageTier> deepest = deepestTier(difference);
    if (owner.isEmpty() || deepest.isEmpty()) {
      return isAboutAWholeTier(difference)
          ? events.before(step).stream()
              .filter(event -> event.kind() == MALFORMED)
              .filter(event -> event.tier().wireName().equals(tierName(difference)))
              .findFirst()
          : Optional.empty();
    }
    Set<Owner> those = events.withProjected(step, owner.get());
    return events.before(step).stream()
        .filter(event -> event.tier().compareTo(deepest.get()) <= 0)
        .filter(event -> mayCause(event, those.contains(event.owner()), difference))
        .filter(event -> reaches(event, step, those, difference))
        .findFirst();
  }

  /** Whether an event can have to do with these owners, and with the prompt. */
  private boolean reaches(Irregular event, int step, Set<Owner> those, Difference difference) {
    MixedBlocks mixed = events.mixedBy(event, step);
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
    return events.all().stream()
        .filter(event -> event.tier() == block.tier())
        .filter(
            event ->
                IrregularEvents.isOfHashLines(event)
                    || (isExpected && event.owner().equals(block.owner())))
        .anyMatch(event -> events.mixedInTheEndBy(event).isMixed(block.externalHash()));
  }
}
