package kvproof.soak.outside;

import static kvproof.model.Verdict.Kind.OVER_CREDIT;
import static kvproof.model.Verdict.Kind.UNDER_CREDIT;
import static kvproof.testkit.Irregularity.MALFORMED;
import static kvproof.testkit.Irregularity.MOVE;
import static kvproof.testkit.Irregularity.REHASH;
import static kvproof.testkit.Irregularity.REMOVAL_WITH_SURVIVORS;
import static kvproof.testkit.Irregularity.UNKNOWN_PARENT;
import static kvproof.testkit.Irregularity.VARIANT;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
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
 * which is the same for all owners there, and by owner sets that are not compared. What follows
 * from an overlap, the chain and the choice, is known if a known difference of an overlap comes
 * with it, or hash lines may have been mixed. Everything else is new.
 */
final class KnownDivergences implements Excuse {
  private static final Set<Irregularity> HASH_LINES = EnumSet.of(REHASH, MOVE, VARIANT, MALFORMED);

  private record Irregular(int step, Irregularity kind, StorageTier tier, Owner owner) {}

  private final List<Irregular> events = new ArrayList<>();
  private final List<CaseStep> steps;
  private final SortedMap<String, Long> counts = new TreeMap<>();

  KnownDivergences(Case plain) {
    steps = plain.steps();
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
    Set<String> explainedRequests = new HashSet<>();
    List<Difference> left = new ArrayList<>();
    for (Difference difference : differences) {
      Optional<Irregular> cause = cause(step, difference);
      if (cause.isPresent()) {
        boolean isOwn = owner(difference).filter(cause.get().owner()::equals).isPresent();
        count(cause.get(), difference.kind(), isOwn);
        explainedRequests.add(request(difference));
      } else {
        left.add(difference);
      }
    }
    left.removeIf(difference -> follows(step, difference, explainedRequests));
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

  private static String request(Difference difference) {
    return difference.where().split(", ", 2)[0];
  }

  /** The chain, whether there are candidates, and what was chosen among them. */
  private boolean follows(int step, Difference difference, Set<String> explainedRequests) {
    boolean isConsequence =
        switch (difference.part()) {
          case "choice", "hint" -> true;
          case "candidates" -> owner(difference).isEmpty();
          default -> false;
        };
    boolean follows =
        isConsequence
            && (explainedRequests.contains(request(difference))
                || before(step).stream().anyMatch(event -> HASH_LINES.contains(event.kind())));
    if (follows) {
      counts.merge("follows " + difference.part(), 1L, Long::sum);
    }
    return follows;
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
              .filter(event -> event.tier().wireName().equals(words(difference)[1]))
              .findFirst()
          : Optional.empty();
    }
    Set<Owner> those = withProjected(step, owner.get());
    return before(step).stream()
        .filter(event -> event.tier().compareTo(deepest.get()) <= 0)
        .filter(event -> mayCause(event, those.contains(event.owner()), difference))
        .findFirst();
  }

  /** Whether a tier ever had an event: one that the reference refuses may be the first. */
  private static boolean isAboutAWholeTier(Difference difference) {
    return difference.part().equals("lower") && words(difference).length == 2;
  }

  /** The last tier that has a part in what the difference is about. */
  private static Optional<StorageTier> deepestTier(Difference difference) {
    return switch (difference.part()) {
      case "device", "resident" -> Optional.of(StorageTier.DEVICE);
      case "candidates", "frontier" -> Optional.of(StorageTier.HOST_PINNED);
      case "lower", "next" -> Optional.of(StorageTier.ofWireName(words(difference)[1]));
      default -> Optional.empty();
    };
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

  private static String[] words(Difference difference) {
    return difference.where().split(", ", -1);
  }

  private static Optional<Owner> owner(Difference difference) {
    String[] words = words(difference);
    String last = words[words.length - 1];
    if (difference.part().equals("resident")) {
      return Optional.of(WorkerWithDpRank.parse(last));
    }
    if (words.length < 2 || last.equals("chain")) {
      return Optional.empty();
    }
    String name = last.startsWith("target ") ? last.substring("target ".length()) : last;
    if (name.contains("/")) {
      return Optional.of(WorkerWithDpRank.parse(name));
    }
    return isAboutAWholeTier(difference) ? Optional.empty() : Optional.of(new CacheOwner(name));
  }

  /** The owner and, if it is a rank, the cache owners whose blocks count for it. */
  private Set<Owner> withProjected(int step, Owner owner) {
    Set<Owner> those = new HashSet<>();
    those.add(owner);
    for (CaseStep taken : steps.subList(0, Math.min(step + 1, steps.size()))) {
      if (taken instanceof ResidencySnapshot snapshot) {
        snapshot
            .projections()
            .forEach(
                (cacheOwner, rank) -> {
                  if (rank.equals(owner)) {
                    those.add(cacheOwner);
                  }
                });
      }
    }
    return those;
  }

  /** The actual inventory, but as expected where an irregular event of that tier reaches. */
  List<HeldBlock> forgiven(List<HeldBlock> expected, List<HeldBlock> actual) {
    if (expected.equals(actual)) {
      return actual;
    }
    counts.merge("inventory", 1L, Long::sum);
    List<HeldBlock> forgiven = new ArrayList<>();
    actual.stream().filter(block -> !isForgiven(block)).forEach(forgiven::add);
    expected.stream().filter(this::isForgiven).forEach(forgiven::add);
    forgiven.sort(HeldBlock.DUMP_ORDER);
    return forgiven;
  }

  private boolean isForgiven(HeldBlock block) {
    return events.stream()
        .filter(event -> event.tier() == block.tier())
        .anyMatch(
            event -> HASH_LINES.contains(event.kind()) || event.owner().equals(block.owner()));
  }
}
