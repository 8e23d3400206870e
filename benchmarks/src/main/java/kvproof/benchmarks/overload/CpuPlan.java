package kvproof.benchmarks.overload;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Which processors the threads of a trial are kept on.
 *
 * @param issuer hands events over; empty: nobody does while the time runs, the queues are filled
 *     before
 * @param lanes apply them, one lane a processor
 * @param reader reads counters
 */
public record CpuPlan(BitSet issuer, BitSet lanes, BitSet reader) {
  /** Eight lanes, as in the published replay. */
  private static final int MOST_LANES = 8;

  /** Throws {@link IllegalArgumentException} naming a processor that two of them want. */
  public CpuPlan {
    issuer = copy(issuer);
    lanes = copy(lanes);
    reader = copy(reader);
    if (lanes.isEmpty() || reader.isEmpty()) {
      throw new IllegalArgumentException(
          "lanes and reader need a processor each: lanes %s, reader %s".formatted(lanes, reader));
    }
    requireApart("issuer and lanes", issuer, lanes);
    requireApart("lanes and reader", lanes, reader);
    requireApart("issuer and reader", issuer, reader);
  }

  private static BitSet copy(BitSet cpus) {
    return (BitSet) cpus.clone();
  }

  private static void requireApart(String names, BitSet one, BitSet other) {
    BitSet both = copy(one);
    both.and(other);
    if (!both.isEmpty()) {
      throw new IllegalArgumentException(
          names + " must not share a processor, and both have " + both);
    }
  }

  /**
   * The first processor issues, the last one reads, lanes have those between. With two there is no
   * issuer; with fewer an {@link IllegalArgumentException}.
   */
  public static CpuPlan of(BitSet available) {
    int[] cpus = available.stream().toArray();
    if (cpus.length < 2) {
      throw new IllegalArgumentException(
          "an overloaded replay needs two processors at least, and may use " + available);
    }
    boolean issues = cpus.length > 2;
    BitSet lanes = new BitSet();
    for (int at = issues ? 1 : 0; at < cpus.length - 1 && lanes.cardinality() < MOST_LANES; at++) {
      lanes.set(cpus[at]);
    }
    return new CpuPlan(issues ? only(cpus[0]) : new BitSet(), lanes, only(cpus[cpus.length - 1]));
  }

  static BitSet only(int cpu) {
    BitSet set = new BitSet();
    set.set(cpu);
    return set;
  }

  /** Reads {@code 0,2-4}; empty text is no processor. */
  public static BitSet parse(String text) {
    BitSet cpus = new BitSet();
    if (text.isEmpty()) {
      return cpus;
    }
    for (String part : List.of(text.split(","))) {
      String[] ends = part.split("-", 2);
      try {
        int first = Integer.parseInt(ends[0].strip());
        cpus.set(first, Integer.parseInt(ends[ends.length - 1].strip()) + 1);
      } catch (NumberFormatException | IndexOutOfBoundsException unreadable) {
        throw new IllegalArgumentException("no list of processors: " + text, unreadable);
      }
    }
    return cpus;
  }

  /** As {@link #parse} reads it. */
  public static String print(BitSet cpus) {
    return cpus.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
  }

  /** Whether events are handed over while the time runs. */
  public boolean issues() {
    return !issuer.isEmpty();
  }

  /** For people. */
  public String text() {
    return issues()
        ? "issuer %s, lanes %s, reader %s".formatted(print(issuer), print(lanes), print(reader))
        : ("too few processors for an issuer: the queues are filled before, nothing is issued while"
                + " the time runs; lanes %s, reader %s")
            .formatted(print(lanes), print(reader));
  }
}
