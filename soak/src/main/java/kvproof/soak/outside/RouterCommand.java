package kvproof.soak.outside;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How to start a router.
 *
 * @param words the program and its arguments
 * @param timeout how long an answer may take, and the end after the input has ended
 */
public record RouterCommand(List<String> words, Duration timeout) {
  /** Enough for a router that compiles itself while it answers. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(10);

  public RouterCommand {
    words = List.copyOf(words);
    if (words.isEmpty()) {
      throw new IllegalArgumentException("the command of the router is empty");
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("not a timeout: " + timeout);
    }
  }

  /**
   * Cuts a command line into words at blanks; single or double quotes keep blanks. No shell sees
   * it: whoever needs one writes {@code sh -c '...'}.
   */
  public static RouterCommand parse(String text, Duration timeout) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean isOpen = false;
    char quote = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (quote != 0) {
        if (c == quote) {
          quote = 0;
        } else {
          word.append(c);
        }
      } else if (c == '\'' || c == '"') {
        quote = c;
        isOpen = true;
      } else if (!Character.isWhitespace(c)) {
        word.append(c);
        isOpen = true;
      } else if (isOpen) {
        words.add(word.toString());
        word.setLength(0);
        isOpen = false;
      }
    }
    if (quote != 0) {
      throw new IllegalArgumentException("a quote is not closed in '" + text + "'");
    }
    if (isOpen) {
      words.add(word.toString());
    }
    return new RouterCommand(words, timeout);
  }

  /** What a command line needs to name it, with a blank in front. */
  public String options() {
    String text = words.stream().map(RouterCommand::quoted).collect(Collectors.joining(" "));
    String router = " --router '" + text.replace("'", "'\\''") + "'";
    long millis = timeout.toMillis();
    return timeout.equals(DEFAULT_TIMEOUT)
        ? router
        : router
            + " --router-timeout "
            + (millis % 1_000 == 0 ? millis / 1_000 + "s" : millis + "ms");
  }

  /** As {@link #parse} takes it for one word. */
  private static String quoted(String word) {
    if (!word.isEmpty()
        && word.chars().noneMatch(c -> Character.isWhitespace(c) || c == '\'' || c == '"')) {
      return word;
    }
    return '"' + word.replace("\"", "\"'\"'\"") + '"';
  }

  /** For people; the words with blanks between them. */
  public String text() {
    return String.join(" ", words);
  }
}
