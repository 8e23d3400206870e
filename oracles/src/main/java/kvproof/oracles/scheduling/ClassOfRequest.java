package kvproof.oracles.scheduling;

import java.util.Optional;
import kvproof.model.QueueClass;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;

/**
 * The class that a request waits in: selection 5.4.
 *
 * <p>Catches a physical class of a family that is asked for by name, a wrong bucket, and a wrong
 * default.
 */
record ClassOfRequest(QueueProfile profile) {

  QueueClass of(String requested, long uncachedTokens) {
    return explicit(requested).orElseGet(() -> ofFamily(requested, uncachedTokens));
  }

  private Optional<QueueClass> explicit(String requested) {
    return profile.classes().stream()
        .filter(known -> known.cell().isEmpty() && known.name().equals(requested))
        .findFirst();
  }

  private QueueClass ofFamily(String requested, long uncachedTokens) {
    Optional<String> family =
        isFamily(requested) ? Optional.of(requested) : profile.defaultFamily();
    return family
        .flatMap(name -> inBucket(name, uncachedTokens))
        .orElse(profile.classes().getFirst());
  }

  private boolean isFamily(String requested) {
    return profile.classes().stream()
        .anyMatch(known -> known.cell().map(cell -> cell.family().equals(requested)).orElse(false));
  }

  private Optional<QueueClass> inBucket(String family, long uncachedTokens) {
    String bucket = "";
    for (CacheBucket next : profile.buckets()) { // by rising minTokens
      if (next.minTokens() <= uncachedTokens) {
        bucket = next.name();
      }
    }
    var cell = new QueueClass.Cell(family, bucket);
    return profile.classes().stream()
        .filter(known -> known.cell().equals(Optional.of(cell)))
        .findFirst();
  }
}
