package kvproof.soak.canary;

import java.util.List;

/** Mutants for tests. */
public final class Mutants {
  private Mutants() {}

  public static final Mutant TIE =
      choice(
          "tie",
          "directory.compare(intervals.owner(row), intervals.owner(than)) < 0",
          "directory.compare(intervals.owner(row), intervals.owner(than)) > 0");

  public static final Mutant HARMLESS =
      choice("harmless", "/** The larger end, then", "/** The larger end and then");

  public static final Mutant BROKEN =
      choice(
          "broken", "private static final int NONE = -1;", "static final int NONE = noSuchName;");

  public static final Mutant ROTTEN = choice("rotten", "this is not in the source", "");

  public static final Mutant ORACLE =
      new Mutant(
          "oracle",
          "an oracle takes a move for something else",
          "kvproof/oracles/Inventory.java",
          "hashAt.remove(place);",
          "");

  public static List<Mutant> all() {
    return List.of(TIE, HARMLESS, BROKEN, ROTTEN, ORACLE);
  }

  private static Mutant choice(String name, String piece, String replacement) {
    return new Mutant(
        name,
        "a fault of the choice",
        "kvproof/router/fetch/SourceSummary.java",
        piece,
        replacement);
  }
}
