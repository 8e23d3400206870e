package kvproof.testkit;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import kvproof.model.CacheOwner;
import kvproof.model.Case;

/**
 * Gives a case the small numbers of a worked example.
 *
 * <p>Workers, dp ranks and cache owners keep their order; hashes are numbered as they come up.
 */
final class Renumbering {
  private final Numbers<Long> workerIds = Numbers.inOrder(Long::compareUnsigned, 1);
  private final Numbers<Integer> dpRanks = Numbers.inOrder(Integer::compareUnsigned, 0);
  private final Numbers<CacheOwner> cacheOwners =
      Numbers.inOrder(Comparator.<CacheOwner>naturalOrder(), 1);
  private final Numbers<Long> localHashes = Numbers.asTheyCome(1);
  private final Numbers<Long> externalHashes = Numbers.asTheyCome(101);

  private Renumbering(Case original) {
    new Renaming(
            workerIds::note,
            dpRanks::note,
            cacheOwners::note,
            localHashes::note,
            externalHashes::note)
        .rename(original);
  }

  /** Everything renumbered, or only the participants, or only the hashes. */
  static List<Case> withSmallerNumbers(Case larger) {
    Renumbering seen = new Renumbering(larger);
    return List.of(
        seen.everything().rename(larger),
        seen.participants().rename(larger),
        seen.hashes().rename(larger));
  }

  private Renaming everything() {
    return new Renaming(
        workerIds::numberOf,
        dpRanks::numberOf,
        this::numbered,
        localHashes::numberOf,
        externalHashes::numberOf);
  }

  private Renaming participants() {
    return new Renaming(
        workerIds::numberOf,
        dpRanks::numberOf,
        this::numbered,
        LongUnaryOperator.identity(),
        LongUnaryOperator.identity());
  }

  private Renaming hashes() {
    return new Renaming(
        LongUnaryOperator.identity(),
        IntUnaryOperator.identity(),
        UnaryOperator.identity(),
        localHashes::numberOf,
        externalHashes::numberOf);
  }

  private CacheOwner numbered(CacheOwner owner) {
    return new CacheOwner("K" + cacheOwners.numberOf(owner));
  }

  /** Consecutive numbers for the values that were noted. */
  private record Numbers<T>(Collection<T> values, int first) {

    static <T> Numbers<T> inOrder(Comparator<T> order, int first) {
      return new Numbers<>(new TreeSet<>(order), first);
    }

    static <T> Numbers<T> asTheyCome(int first) {
      Set<T> values = new LinkedHashSet<>();
      return new Numbers<>(values, first);
    }

    T note(T value) {
      values.add(value);
      return value;
    }

    int numberOf(T value) {
      int number = first;
      for (T other : values) {
        if (other.equals(value)) {
          return number;
        }
        number++;
      }
      throw new AssertionError(value + " is not among " + values);
    }
  }
}
