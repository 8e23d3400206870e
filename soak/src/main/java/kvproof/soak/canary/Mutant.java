package kvproof.soak.canary;

/**
 * A planted fault: the edit of one source file that makes it, and what it stands for.
 *
 * @param name lower case, words joined by hyphens; unique in a catalogue
 * @param fault what goes wrong, in one sentence
 * @param file the source file, from the root of its packages, with slashes
 * @param piece occurs exactly once in the file, or the mutant has rotted
 * @param replacement may be empty
 */
public record Mutant(String name, String fault, String file, String piece, String replacement) {
  public Mutant {
    if (!name.matches("[a-z0-9]+(-[a-z0-9]+)*") || fault.isBlank()) {
      throw new IllegalArgumentException("a mutant needs a name and a fault: '" + name + "'");
    }
    if (piece.isBlank() || piece.equals(replacement)) {
      throw new IllegalArgumentException("mutant " + name + " changes nothing");
    }
  }

  /** The same edit with nothing changed but a blank: what is made of it must agree. */
  Mutant withoutFault() {
    return new Mutant(name + "-without-fault", fault, file, piece, piece + " ");
  }

  /** The module that the file belongs to. */
  MutatedModule module() {
    return MutatedModule.of(file);
  }

  /** The source with the fault in it; line ends become line feeds. */
  String plantIn(String source) throws RottenMutantException {
    String text = source.replace("\r\n", "\n");
    int at = text.indexOf(piece);
    if (at < 0) {
      throw new RottenMutantException("its piece is not in " + file);
    }
    if (text.indexOf(piece, at + 1) >= 0) {
      throw new RottenMutantException("its piece is more than once in " + file);
    }
    return text.substring(0, at) + replacement + text.substring(at + piece.length());
  }
}
