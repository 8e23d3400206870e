package kvproof.router.config;

import static java.util.stream.Collectors.toCollection;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import kvproof.model.QueueClass;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import kvproof.router.document.DocumentException;
import kvproof.router.document.DocumentNode;
import kvproof.router.document.Names;

/**
 * Reads one profile: a default family, buckets, and a class for every cell of families by buckets.
 */
final class ProfileReader {
  private static final String MIN_TOKENS = "min_tokens";
  private static final String BUCKET = "bucket";

  private final DocumentNode profile;

  private ProfileReader(DocumentNode profile) {
    this.profile = profile;
  }

  static QueueProfile read(DocumentNode profile) {
    return new ProfileReader(profile).read();
  }

  private QueueProfile read() {
    DocumentNode defaultFamily = profile.require(PolicyProfiles.DEFAULT_FAMILY);
    String family = Names.of(defaultFamily);
    List<CacheBucket> buckets = buckets(profile.require(PolicyProfiles.BUCKETS));
    DocumentNode list = profile.require(PolicyProfiles.CLASSES);
    List<QueueClass> classes = new ArrayList<>();
    list.elements().forEach(node -> classes.add(ClassReader.read(node, buckets)));
    Set<String> families = families(classes);
    if (!families.contains(family)) {
      throw new DocumentException(
          "'" + defaultFamily.path() + "' is '" + family + "', which no policy class is of");
    }
    checkNames(list, classes, families);
    checkCells(list, classes, families, buckets);
    return new QueueProfile(classes, buckets, Optional.of(family));
  }

  private static Set<String> families(List<QueueClass> classes) {
    return classes.stream()
        .flatMap(known -> known.cell().stream())
        .map(QueueClass.Cell::family)
        .collect(toCollection(LinkedHashSet::new));
  }

  private static List<CacheBucket> buckets(DocumentNode list) {
    List<CacheBucket> buckets = new ArrayList<>();
    Set<String> names = new HashSet<>();
    long floor = 0;
    for (DocumentNode node : list.elements()) {
      node.object(List.of(MIN_TOKENS, BUCKET));
      long minTokens = node.require(MIN_TOKENS).count();
      if (buckets.isEmpty() ? minTokens != 0 : minTokens <= floor) {
        throw new DocumentException(
            "'" + node.path() + "' begins at " + minTokens + ": buckets begin at 0 and rise");
      }
      floor = minTokens;
      String name = Names.of(node.require(BUCKET));
      if (!names.add(name)) {
        throw new DocumentException(
            "two buckets of '" + list.path() + "' are named '" + name + "'");
      }
      buckets.add(new CacheBucket(name, minTokens));
    }
    if (buckets.isEmpty()) {
      throw new DocumentException("'" + list.path() + "' has no bucket");
    }
    return buckets;
  }

  private static void checkNames(
      DocumentNode list, List<QueueClass> classes, Set<String> families) {
    Set<String> names = new HashSet<>();
    for (QueueClass known : classes) {
      if (!names.add(known.name())) {
        throw new DocumentException(
            "two classes of '" + list.path() + "' are named '" + known.name() + "'");
      }
      if (known.cell().isEmpty() && families.contains(known.name())) {
        throw new DocumentException(
            "the explicit class '"
                + known.name()
                + "' of '"
                + list.path()
                + "' is named as a family");
      }
    }
  }

  private static void checkCells(
      DocumentNode list,
      List<QueueClass> classes,
      Set<String> families,
      List<CacheBucket> buckets) {
    Set<QueueClass.Cell> cells = new HashSet<>();
    for (QueueClass known : classes) {
      if (known.cell().isPresent() && !cells.add(known.cell().get())) {
        throw new DocumentException(cell(list, known.cell().get()) + " has two classes");
      }
    }
    for (String family : families) {
      for (CacheBucket bucket : buckets) {
        var cell = new QueueClass.Cell(family, bucket.name());
        if (!cells.contains(cell)) {
          throw new DocumentException(cell(list, cell) + " has no class");
        }
      }
    }
  }

  private static String cell(DocumentNode list, QueueClass.Cell cell) {
    return "in '"
        + list.path()
        + "' the family '"
        + cell.family()
        + "' and bucket '"
        + cell.bucket()
        + "'";
  }
}
