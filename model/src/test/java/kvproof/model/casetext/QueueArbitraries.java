package kvproof.model.casetext;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.QueueClass;
import kvproof.model.QueueClass.Cell;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueProfile.CacheBucket;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** Any profile of a queue in which every request finds a class. */
final class QueueArbitraries {
  private static final int MOST_FAMILIES = 2;
  private static final int MOST_BUCKETS = 3;

  private final Arbitrary<String> texts;
  private final Arbitrary<OptionalLong> limits;
  private final Arbitrary<OptionalDouble> fractions;

  QueueArbitraries(
      Arbitrary<String> texts,
      Arbitrary<OptionalLong> limits,
      Arbitrary<OptionalDouble> fractions) {
    this.texts = texts;
    this.limits = limits;
    this.fractions = fractions;
  }

  Arbitrary<QueueProfile> profiles() {
    return Arbitraries.oneOf(classes().map(QueueArbitraries::synthetic), explicit(), ofFamilies());
  }

  private static QueueProfile synthetic(QueueClass like) {
    return new QueueProfile(
        List.of(with(like, QueueProfile.SYNTHETIC_CLASS, Optional.empty(), like.order())),
        List.of(),
        Optional.empty());
  }

  private Arbitrary<QueueProfile> explicit() {
    return classes()
        .list()
        .uniqueElements(QueueClass::name)
        .ofMinSize(1)
        .ofMaxSize(3)
        .map(
            classes ->
                new QueueProfile(
                    classes.stream().map(like -> in(Optional.empty(), like)).toList(),
                    List.of(),
                    Optional.empty()));
  }

  private Arbitrary<QueueProfile> ofFamilies() {
    return Combinators.combine(
            texts.list().uniqueElements().ofMinSize(1).ofMaxSize(MOST_FAMILIES),
            texts.list().uniqueElements().ofMinSize(1).ofMaxSize(MOST_BUCKETS),
            Arbitraries.longs()
                .greaterOrEqual(1)
                .list()
                .uniqueElements()
                .ofSize(MOST_BUCKETS - 1)
                .map(floors -> floors.stream().sorted().toList()),
            classes()
                .list()
                .uniqueElements(QueueClass::name)
                .ofSize(MOST_FAMILIES * MOST_BUCKETS + 1))
        .as(QueueArbitraries::ofFamilies);
  }

  /** A class of every cell, and an explicit one behind them unless its name is a family's. */
  private static QueueProfile ofFamilies(
      List<String> families, List<String> bucketNames, List<Long> floors, List<QueueClass> likes) {
    List<CacheBucket> buckets = new ArrayList<>();
    for (String name : bucketNames) {
      buckets.add(new CacheBucket(name, buckets.isEmpty() ? 0 : floors.get(buckets.size() - 1)));
    }
    List<QueueClass> classes = new ArrayList<>();
    for (String family : families) {
      for (String bucket : bucketNames) {
        classes.add(in(Optional.of(new Cell(family, bucket)), likes.get(classes.size())));
      }
    }
    QueueClass further = likes.get(classes.size());
    if (!families.contains(further.name())) {
      classes.add(in(Optional.empty(), further));
    }
    return new QueueProfile(classes, buckets, Optional.of(families.getLast()));
  }

  private static QueueClass in(Optional<Cell> cell, QueueClass like) {
    QueueOrder order = like.order() == QueueOrder.LCFS ? QueueOrder.WSPT : like.order();
    return with(like, like.name(), cell, order);
  }

  private static QueueClass with(
      QueueClass like, String name, Optional<Cell> cell, QueueOrder order) {
    return new QueueClass(
        name,
        cell,
        order,
        like.quantum(),
        like.busyTokens(),
        like.busyFraction(),
        like.requestLimit(),
        like.tokenLimit(),
        like.cachedTokenLimit());
  }

  private Arbitrary<QueueClass> classes() {
    return Combinators.combine(
            texts.filter(name -> !name.isEmpty()),
            Arbitraries.of(QueueOrder.class),
            Arbitraries.longs().greaterOrEqual(1),
            fractions,
            limits.list().ofSize(4))
        .as(
            (name, order, quantum, fraction, optional) ->
                new QueueClass(
                    name,
                    Optional.empty(),
                    order,
                    quantum,
                    optional.get(0),
                    fraction,
                    optional.get(1),
                    optional.get(2),
                    optional.get(3)));
  }
}
