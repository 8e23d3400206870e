package kvproof.soak.canary;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeSet;

/** The mutants that a canary run knows, in the order in which it tries them. */
public record MutantCatalogue(List<Mutant> mutants) {
  /** One file each, beside this class. */
  private static final List<String> AREAS =
      List.of(
          "events",
          "storage",
          "variants",
          "walk",
          "discovery",
          "snapshots",
          "choice",
          "counts",
          "dumps",
          "streams",
          "predictions",
          "lanes",
          "policy",
          "selection",
          "queue",
          "load",
          "answers",
          "oracles",
          "scheduling",
          "scheduling-oracle",
          "target",
          "source",
          "agent",
          "worker",
          "fetch-oracle");

  private static final int NEAR_NAMES = 3;
  private static final int TELLING_LETTERS = 4;

  /** Throws {@link IllegalArgumentException} if two mutants have one name. */
  public MutantCatalogue {
    mutants = List.copyOf(mutants);
    var names = new TreeSet<String>();
    for (Mutant mutant : mutants) {
      if (!names.add(mutant.name())) {
        throw new IllegalArgumentException("two mutants are named " + mutant.name());
      }
    }
  }

  public static MutantCatalogue standard() {
    List<Mutant> mutants = new ArrayList<>();
    for (String area : AREAS) {
      mutants.addAll(MutantFile.parse(area + ".mutants", text(area)));
    }
    return new MutantCatalogue(mutants);
  }

  private static String text(String area) {
    try (InputStream resource = MutantCatalogue.class.getResourceAsStream(area + ".mutants")) {
      return new String(
          Objects.requireNonNull(resource, area).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  /** The one of this name, else all whose names contain the text; empty if there is none. */
  public List<Mutant> matching(String text) {
    List<Mutant> exact = mutants.stream().filter(mutant -> mutant.name().equals(text)).toList();
    return exact.isEmpty()
        ? mutants.stream().filter(mutant -> mutant.name().contains(text)).toList()
        : exact;
  }

  /** Names that share words, or beginnings of words, with the text; the nearest first. */
  public List<String> namesNear(String text) {
    List<String> words = List.of(text.toLowerCase(Locale.ROOT).split("[^a-z0-9]+"));
    return mutants.stream()
        .map(Mutant::name)
        .filter(name -> wordsShared(words, name) > 0)
        .sorted(Comparator.comparingLong((String name) -> -wordsShared(words, name)))
        .limit(NEAR_NAMES)
        .toList();
  }

  private static long wordsShared(List<String> words, String name) {
    return words.stream()
        .filter(word -> word.length() >= TELLING_LETTERS)
        .filter(word -> ("-" + name).contains("-" + word.substring(0, TELLING_LETTERS)))
        .count();
  }
}
