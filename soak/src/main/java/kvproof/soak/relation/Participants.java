package kvproof.soak.relation;

import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import kvproof.model.CacheOwner;
import kvproof.model.Case;
import kvproof.testkit.Renaming;

/** The workers that a case names, and cases in which they have other names. */
final class Participants {
  private Participants() {}

  /** Every worker id that occurs anywhere, unsigned order. */
  static NavigableSet<Long> workerIds(Case soakCase) {
    NavigableSet<Long> ids = new TreeSet<>(Long::compareUnsigned);
    renaming(
            id -> {
              ids.add(id);
              return id;
            })
        .rename(soakCase);
    return ids;
  }

  /** Other worker ids, everything else as it was. */
  static Renaming renaming(LongUnaryOperator workerIds) {
    return new Renaming(
        workerIds,
        IntUnaryOperator.identity(),
        UnaryOperator.<CacheOwner>identity(),
        LongUnaryOperator.identity(),
        LongUnaryOperator.identity());
  }

  /** How many of the ids are smaller. */
  static int indexOf(SortedSet<Long> ids, long id) {
    return ids.headSet(id).size();
  }
}
