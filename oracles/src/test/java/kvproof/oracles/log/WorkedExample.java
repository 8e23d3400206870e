package kvproof.oracles.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import kvproof.model.KvRouter;

/**
 * One worked example: a title and lines that are either something that happens or something that
 * must be so at that moment.
 */
record WorkedExample(String title, List<String> lines) {

  /** The examples of a resource; each begins with {@code ==}, and {@code #} begins a comment. */
  static List<WorkedExample> read(String resource) {
    try (InputStream bytes = WorkedExample.class.getResourceAsStream(resource)) {
      return parse(new String(Objects.requireNonNull(bytes, resource).readAllBytes(), UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<WorkedExample> parse(String text) {
    List<WorkedExample> examples = new ArrayList<>();
    for (String raw : text.lines().toList()) {
      String line = raw.replaceFirst("#.*", "").strip();
      if (line.startsWith("==")) {
        examples.add(new WorkedExample(line.substring(2).strip(), new ArrayList<>()));
      } else if (!line.isEmpty()) {
        examples.getLast().lines().add(line);
      }
    }
    return examples;
  }

  /** How many of its lines must be so. */
  int facts() {
    return (int) lines.stream().filter(ExampleRun::isFact).count();
  }

  /** What is not as the example says, one line each; empty: all of it is. */
  List<String> mismatches(KvRouter router) {
    var run = new ExampleRun(router);
    lines.forEach(run::take);
    return run.mismatches();
  }

  @Override
  public String toString() {
    return title;
  }
}
