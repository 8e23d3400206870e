package kvproof.router.queue;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import kvproof.model.QueueClass;
import kvproof.model.QueueClass.Cell;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;

/** Finds the class of a request by the name it gives and the cache bucket it falls into. */
final class ClassDirectory {
  private final List<CacheBucket> buckets;
  private final Optional<String> defaultFamily;
  private final Map<String, Integer> explicitClasses = new HashMap<>();
  private final Map<Cell, Integer> cells = new HashMap<>();
  private final Set<String> families = new LinkedHashSet<>();

  ClassDirectory(QueueProfile profile) {
    buckets = profile.buckets();
    defaultFamily = profile.defaultFamily();
    List<QueueClass> classes = profile.classes();
    for (int index = 0; index < classes.size(); index++) {
      add(classes.get(index), index);
    }
  }

  private void add(QueueClass queueClass, int index) {
    if (queueClass.cell().isEmpty()) {
      explicitClasses.put(queueClass.name(), index);
      return;
    }
    Cell cell = queueClass.cell().get();
    families.add(cell.family());
    cells.put(cell, index);
  }

  /** Whether the name selects something of its own: an explicit class or a family. */
  boolean isSelectable(String name) {
    return explicitClasses.containsKey(name) || families.contains(name);
  }

  /**
   * Index of the class: the explicit one of that name, else the family's class for the tokens; of
   * the default family if the name is none, and the first class if there is no family at all.
   */
  int classOf(String requestedClass, long uncachedTokens) {
    Integer explicitClass = explicitClasses.get(requestedClass);
    if (explicitClass != null) {
      return explicitClass;
    }
    if (defaultFamily.isEmpty()) {
      return 0;
    }
    String family = families.contains(requestedClass) ? requestedClass : defaultFamily.get();
    Integer index = cells.get(new Cell(family, bucketOf(uncachedTokens).name()));
    if (index == null) {
      throw new AssertionError("family '" + family + "' lost a bucket of " + buckets);
    }
    return index;
  }

  private CacheBucket bucketOf(long uncachedTokens) {
    for (int i = buckets.size() - 1; i > 0; i--) {
      if (buckets.get(i).minTokens() <= uncachedTokens) {
        return buckets.get(i);
      }
    }
    return buckets.getFirst();
  }
}
