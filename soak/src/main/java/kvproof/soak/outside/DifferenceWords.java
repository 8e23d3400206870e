package kvproof.soak.outside;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;

/** What a difference is about, read off its words. */
final class DifferenceWords {
  private static final String TARGET = "target ";
  private static final String FROM = " from ";

  private DifferenceWords() {}

  private static String[] words(Difference difference) {
    return difference.where().split(", ", -1);
  }

  /** The id of the request; of something else where it is about none. */
  static String request(Difference difference) {
    return words(difference)[0];
  }

  /** The rank or cache owner that it is about, if it is about one. */
  static Optional<Owner> owner(Difference difference) {
    String[] words = words(difference);
    String last = words[words.length - 1];
    if (difference.part().equals("resident")) {
      return Optional.of(WorkerWithDpRank.parse(last));
    }
    if (words.length < 2 || last.equals("chain") || isAboutAWholeTier(difference)) {
      return Optional.empty();
    }
    return Optional.of(named(last.startsWith(TARGET) ? last.substring(TARGET.length()) : last));
  }

  private static Owner named(String name) {
    return name.contains("/") ? WorkerWithDpRank.parse(name) : new CacheOwner(name);
  }

  /** Whether a tier ever had an event: one that the reference refuses may be the first. */
  static boolean isAboutAWholeTier(Difference difference) {
    return difference.part().equals("lower") && words(difference).length == 2;
  }

  /** The tier of a difference of a lower tier. */
  static String tierName(Difference difference) {
    return words(difference)[1];
  }

  /** The last tier that has a part in what the difference is about. */
  static Optional<StorageTier> deepestTier(Difference difference) {
    return switch (difference.part()) {
      case "device", "resident" -> Optional.of(StorageTier.DEVICE);
      case "candidates", "frontier" -> Optional.of(StorageTier.HOST_PINNED);
      case "lower", "next" -> Optional.of(StorageTier.ofWireName(tierName(difference)));
      default -> Optional.empty();
    };
  }

  /** The target of a choice, the source that was expected and the one that was named. */
  static Set<Owner> partiesOfChoice(Difference difference) {
    Set<Owner> parties = new HashSet<>();
    owner(difference).ifPresent(parties::add);
    source(difference.expected()).ifPresent(parties::add);
    source(difference.actual()).ifPresent(parties::add);
    return parties;
  }

  private static Optional<Owner> source(String choice) {
    int from = choice.lastIndexOf(FROM);
    return from < 0 ? Optional.empty() : Optional.of(named(choice.substring(from + FROM.length())));
  }
}
