package kvproof.soak.canary;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Reads mutants from their text form.
 *
 * <pre>
 *   # a comment, outside of mutants
 *   mutant NAME
 *   fault ONE SENTENCE
 *   file kvproof/router/...
 *   replace
 *   lines of the source, as they are there; white space at both ends does not count
 *   with
 *   lines, or none
 *   end
 * </pre>
 */
final class MutantFile {
  private final String name;
  private final Iterator<String> lines;
  private int number;

  private MutantFile(String name, String text) {
    this.name = name;
    this.lines = text.lines().iterator();
  }

  /** Throws {@link IllegalArgumentException} naming file and line of what is no mutant. */
  static List<Mutant> parse(String name, String text) {
    return new MutantFile(name, text).mutants();
  }

  private List<Mutant> mutants() {
    List<Mutant> mutants = new ArrayList<>();
    while (lines.hasNext()) {
      String line = next();
      if (!line.isBlank() && !line.startsWith("#")) {
        mutants.add(mutant(valueOf("mutant", line)));
      }
    }
    return mutants;
  }

  private Mutant mutant(String mutantName) {
    String fault = valueOf("fault", next());
    String file = valueOf("file", next());
    if (!next().equals("replace")) {
      throw broken("'replace' was expected");
    }
    String piece = linesUpTo("with");
    String replacement = linesUpTo("end");
    try {
      return new Mutant(mutantName, fault, file, piece, replacement);
    } catch (IllegalArgumentException unusable) {
      throw broken(String.valueOf(unusable.getMessage()));
    }
  }

  private String valueOf(String key, String line) {
    if (!line.startsWith(key + " ")) {
      throw broken("'" + key + "' and its value were expected");
    }
    return line.substring(key.length()).strip();
  }

  private String linesUpTo(String word) {
    List<String> body = new ArrayList<>();
    for (String line = next(); !line.equals(word); line = next()) {
      body.add(line);
    }
    return String.join("\n", body).strip();
  }

  private String next() {
    if (!lines.hasNext()) {
      throw broken("the file ends in the middle of a mutant");
    }
    number++;
    return lines.next();
  }

  private IllegalArgumentException broken(String what) {
    return new IllegalArgumentException(name + ", line " + number + ": " + what);
  }
}
