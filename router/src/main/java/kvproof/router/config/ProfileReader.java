package kvproof.router.config;

import java.util.List;
import java.util.Optional;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.document.Names;

/** Reads one profile: a default family, buckets and classes. */
final class ProfileReader {
  private static final String MIN_TOKENS = "min_tokens";
  private static final String BUCKET = "bucket";

  private ProfileReader() {}

  /** Throws {@link DocumentException} naming the place of what breaks a rule of profiles. */
  static QueueProfile read(DocumentNode profile) {
    String family = Names.of(profile.require(PolicyProfiles.DEFAULT_FAMILY));
    List<CacheBucket> buckets =
        profile.require(PolicyProfiles.BUCKETS).elements().stream()
            .map(ProfileReader::bucket)
            .toList();
    DocumentNode classes = profile.require(PolicyProfiles.CLASSES);
    try {
      return new QueueProfile(
          classes.elements().stream().map(ClassReader::read).toList(),
          buckets,
          Optional.of(family));
    } catch (DocumentException unreadable) {
      throw unreadable;
    } catch (IllegalArgumentException broken) {
      throw new DocumentException("'" + classes.path() + "': " + broken.getMessage(), broken);
    }
  }

  private static CacheBucket bucket(DocumentNode node) {
    node.object(List.of(MIN_TOKENS, BUCKET));
    return new CacheBucket(Names.of(node.require(BUCKET)), node.require(MIN_TOKENS).count());
  }
}
