package kvproof.router.document;

import java.util.regex.Pattern;

/**
 * Names that a document gives to things: letters and digits of ASCII, {@code _}, {@code .} and
 * {@code -}.
 */
public final class Names {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]+");

  private Names() {}

  /** The text of the node; throws {@link DocumentException} if it is no name. */
  public static String of(DocumentNode node) {
    String name = node.text();
    if (!NAME.matcher(name).matches()) {
      throw new DocumentException(
          "'" + node.path() + "' is '" + name + "', expected " + NAME.pattern());
    }
    return name;
  }
}
