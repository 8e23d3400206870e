package kvproof.soak.run;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.BitSet;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.Owner;
import kvproof.model.Verdict.Kind;

/** Compares the canonical intervals of two answers, source by source. */
final class IntervalComparison {
  private final String id;
  private final Differences differences;

  IntervalComparison(String id, Differences differences) {
    this.id = id;
    this.differences = differences;
  }

  void compare(List<SourceInterval> expected, List<SourceInterval> actual) {
    SortedMap<Owner, List<SourceInterval>> wanted = bySource(expected);
    SortedMap<Owner, List<SourceInterval>> got = bySource(actual);
    boolean sourcesAgree = true;
    for (Owner source : Differences.eitherKey(wanted, got)) {
      List<SourceInterval> wantedHere = wanted.getOrDefault(source, List.of());
      List<SourceInterval> gotHere = got.getOrDefault(source, List.of());
      if (!wantedHere.equals(gotHere)) {
        compareSource(source, wantedHere, gotHere);
        sourcesAgree = false;
      }
    }
    if (sourcesAgree) {
      differences.addText("intervals", id + ", order", expected.toString(), actual.toString());
    }
  }

  private static SortedMap<Owner, List<SourceInterval>> bySource(List<SourceInterval> intervals) {
    return intervals.stream().collect(groupingBy(SourceInterval::owner, TreeMap::new, toList()));
  }

  private void compareSource(
      Owner source, List<SourceInterval> expected, List<SourceInterval> actual) {
    BitSet tooMany = positions(actual);
    tooMany.andNot(positions(expected));
    BitSet tooFew = positions(expected);
    tooFew.andNot(positions(actual));
    Kind kind = Differences.kindOf(tooMany.cardinality(), tooFew.cardinality());
    String offBy = Differences.offBy(tooMany.cardinality(), tooFew.cardinality());
    differences.add("intervals", kind, id + ", " + source, text(expected), text(actual) + offBy);
  }

  private static BitSet positions(List<SourceInterval> intervals) {
    BitSet positions = new BitSet();
    intervals.forEach(held -> positions.set(held.interval().start(), held.interval().end()));
    return positions;
  }

  private static String text(List<SourceInterval> intervals) {
    return intervals.isEmpty()
        ? "none"
        : intervals.stream().map(held -> held.interval().toString()).collect(joining(" "));
  }
}
