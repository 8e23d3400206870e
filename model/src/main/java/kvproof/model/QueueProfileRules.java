package kvproof.model;

import static java.util.stream.Collectors.joining;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import kvproof.model.QueueClass.Cell;
import kvproof.model.QueueProfile.CacheBucket;
import org.jspecify.annotations.Nullable;

/** What makes every request find a class, and only one: selection 5.4. */
final class QueueProfileRules {
  private final List<QueueClass> classes;
  private final List<CacheBucket> buckets;
  private final Set<String> families = new LinkedHashSet<>();

  private QueueProfileRules(List<QueueClass> classes, List<CacheBucket> buckets) {
    this.classes = classes;
    this.buckets = buckets;
    classes.forEach(known -> known.cell().ifPresent(cell -> families.add(cell.family())));
  }

  /** Throws {@link IllegalArgumentException} naming the class, the bucket or the family. */
  static void check(
      List<QueueClass> classes, List<CacheBucket> buckets, Optional<String> defaultFamily) {
    var rules = new QueueProfileRules(classes, buckets);
    refuse(classes.isEmpty(), "a queue profile has no class");
    rules.checkNames();
    rules.checkOrders();
    rules.checkBuckets();
    rules.checkDefault(defaultFamily);
    rules.checkCells();
  }

  private void checkNames() {
    Set<String> names = new HashSet<>();
    for (QueueClass known : classes) {
      refuse(!names.add(known.name()), "two policy classes are named '" + known.name() + "'");
      refuse(
          known.cell().isEmpty() && families.contains(known.name()),
          "the explicit class '" + known.name() + "' is named as a family");
    }
  }

  private void checkOrders() {
    for (QueueClass known : classes) {
      boolean isSynthetic =
          classes.size() == 1
              && known.cell().isEmpty()
              && known.name().equals(QueueProfile.SYNTHETIC_CLASS);
      refuse(
          known.order() == QueueOrder.LCFS && !isSynthetic,
          "class '" + known.name() + "' is lcfs, expected fcfs or wspt");
    }
  }

  private void checkBuckets() {
    Set<String> names = new HashSet<>();
    long floor = -1;
    for (CacheBucket bucket : buckets) {
      refuse(!names.add(bucket.name()), "two cache buckets are named '" + bucket.name() + "'");
      refuse(
          floor < 0 ? bucket.minTokens() != 0 : bucket.minTokens() <= floor,
          "cache bucket '"
              + bucket.name()
              + "' begins at "
              + bucket.minTokens()
              + " tokens: buckets begin at 0 and rise");
      floor = bucket.minTokens();
    }
    refuse(
        buckets.isEmpty() && !families.isEmpty(),
        "families " + families + " have no cache bucket: one begins at 0 tokens at least");
    refuse(
        families.isEmpty() && !buckets.isEmpty(),
        "no class is of a family, so that nothing falls into bucket '"
            + names(buckets)
            + "': leave the buckets out");
  }

  private void checkDefault(Optional<String> defaultFamily) {
    refuse(
        !families.isEmpty() && defaultFamily.isEmpty(),
        "there are families " + families + " and none of them is the default family");
    defaultFamily.ifPresent(
        family ->
            refuse(
                !families.contains(family), "no class is of the default family '" + family + "'"));
  }

  private void checkCells() {
    Map<Cell, String> served = new HashMap<>();
    for (QueueClass known : classes) {
      known.cell().ifPresent(cell -> checkCell(known.name(), cell, served));
    }
    for (String family : families) {
      for (CacheBucket bucket : buckets) {
        refuse(
            !served.containsKey(new Cell(family, bucket.name())),
            "family '" + family + "' has no class for bucket '" + bucket.name() + "'");
      }
    }
  }

  private void checkCell(String name, Cell cell, Map<Cell, String> served) {
    refuse(
        buckets.stream().noneMatch(bucket -> bucket.name().equals(cell.bucket())),
        "class '"
            + name
            + "' serves '"
            + cell.bucket()
            + "', which is no bucket: expected one of "
            + names(buckets));
    @Nullable String other = served.put(cell, name);
    refuse(
        other != null,
        "classes '"
            + other
            + "' and '"
            + name
            + "' both serve family '"
            + cell.family()
            + "' and bucket '"
            + cell.bucket()
            + "'");
  }

  private static String names(List<CacheBucket> buckets) {
    return buckets.stream().map(CacheBucket::name).collect(joining(", "));
  }

  private static void refuse(boolean isBroken, String rule) {
    if (isBroken) {
      throw new IllegalArgumentException(rule);
    }
  }
}
