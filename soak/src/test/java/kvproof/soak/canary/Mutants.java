package kvproof.soak.canary;

import java.util.List;

/** Mutants for tests. */
public final class Mutants {
  private Mutants() {}

  public static final Mutant TIE =
      choice(
          "tie",
          "directory.order().placeOf(source) < directory.order().placeOf(other)",
          "directory.order().placeOf(source) > directory.order().placeOf(other)");

  public static final Mutant HARMLESS =
      choice("harmless", "/** Forgets both. */", "/** Forgets the two. */");

  public static final Mutant BROKEN =
      choice("broken", "static final int NOBODY = -1;", "static final int NOBODY = noSuchName;");

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
        name, "a fault of the choice", "kvproof/router/fetch/BestTwo.java", piece, replacement);
  }
}
