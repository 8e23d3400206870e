package kvproof.soak.run;

import static kvproof.model.Verdict.Kind.OVER_CREDIT;
import static kvproof.model.Verdict.Kind.UNDER_CREDIT;
import static kvproof.model.Verdict.Kind.WRONG_VALUE;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;

/** Collects the differences of one comparison, in the order in which they are found. */
final class Differences {
  private final List<Difference> found = new ArrayList<>();
  private final String expectedBy;

  Differences(String expectedBy) {
    this.expectedBy = expectedBy;
  }

  List<Difference> found() {
    return found;
  }

  void add(String part, Kind kind, String where, String expected, String actual) {
    found.add(new Difference(part, kind, where, expected, expectedBy, actual));
  }

  /** Nothing if the texts are equal, else a wrong value. */
  void addText(String part, String where, String expected, String actual) {
    if (!expected.equals(actual)) {
      add(part, WRONG_VALUE, where, expected, actual);
    }
  }

  /** Nothing if the numbers of blocks are equal, else by how many they are not. */
  void addBlocks(String part, String where, long expected, long actual) {
    long tooMany = Math.max(actual - expected, 0);
    long tooFew = Math.max(expected - actual, 0);
    if (tooMany + tooFew > 0) {
      String got = blocks(actual) + offBy(tooMany, tooFew);
      add(part, kindOf(tooMany, tooFew), where, blocks(expected), got);
    }
  }

  /** A block too many is worse than one too few; the same blocks in another shape are neither. */
  static Kind kindOf(long tooMany, long tooFew) {
    return tooMany > 0 ? OVER_CREDIT : tooFew > 0 ? UNDER_CREDIT : WRONG_VALUE;
  }

  static String offBy(long tooMany, long tooFew) {
    return (tooMany > 0 ? ", " + tooMany + " too many" : "")
        + (tooFew > 0 ? ", " + tooFew + " too few" : "");
  }

  static String blocks(long count) {
    return count + (count == 1 ? " block" : " blocks");
  }

  /** The keys that at least one of the two maps has, in order. */
  static <K extends Comparable<? super K>> SortedSet<K> eitherKey(
      SortedMap<K, ?> expected, SortedMap<K, ?> actual) {
    SortedSet<K> keys = new TreeSet<>(expected.keySet());
    keys.addAll(actual.keySet());
    return keys;
  }
}
