package kvproof.soak.spec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a {@code .rows} file: worked examples in the notation of the specification.
 *
 * <p>{@code row NAME} begins an example, {@code given NAME} something that is only taken over.
 * Below stand steps ({@link RowSteps}), {@code ask 1-4 9} (the prompt from here on, in local
 * hashes) and lines of checks that begin with {@code =} ({@link RowChecks}); {@code ;} separates
 * clauses. {@code as NAME} takes over the steps and prompts of another block of the file, not its
 * checks. {@code row NAME on host disk} writes the row out for each tier, in place of the word
 * TIER; {@code any order: a | b} for each order of these steps. Lines that begin with {@code #} are
 * comments.
 */
final class SpecRows {
  private static final Pattern HEADER =
      Pattern.compile("(row|given) (.+?)(?: on ((?:device|host|disk|external)[a-z ]*))?");
  private static final String ANY_ORDER = "any order:";

  private record Line(int number, String text) {}

  private record Block(
      int line, String name, boolean isRow, List<String> tiers, List<Line> lines) {}

  private final String file;
  private final HashSpelling spelling;
  private final Map<String, Block> blocks = new LinkedHashMap<>();

  private SpecRows(String file, String text, HashSpelling spelling) {
    this.file = file;
    this.spelling = spelling;
    int number = 0;
    Optional<Block> current = Optional.empty();
    for (String line : text.lines().toList()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!Character.isWhitespace(line.charAt(0))) {
        current = Optional.of(header(number, line.strip()));
      } else {
        current
            .orElseThrow(() -> new IllegalArgumentException(file + ": no row yet: " + line))
            .lines()
            .add(new Line(number, line.strip()));
      }
    }
  }

  /** Throws {@link IllegalArgumentException} naming file and line of what it cannot read. */
  static List<SpecRow> parse(String file, String text, HashSpelling spelling) {
    return new SpecRows(file, text, spelling).rows();
  }

  /** Reads a resource beside this class. */
  static List<SpecRow> load(String file, HashSpelling spelling) {
    try (InputStream in = SpecRows.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalArgumentException("no such resource: " + file);
      }
      return parse(file, new String(in.readAllBytes(), UTF_8), spelling);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private Block header(int number, String line) {
    Matcher header = HEADER.matcher(line);
    if (!header.matches()) {
      throw new IllegalArgumentException(file + ":" + number + ": no 'row NAME': " + line);
    }
    List<String> tiers = header.group(3) == null ? List.of() : RowWords.split(header.group(3), " ");
    boolean isRow = header.group(1).equals("row");
    Block block = new Block(number, header.group(2), isRow, tiers, new ArrayList<>());
    if (blocks.put(block.name(), block) != null) {
      throw new IllegalArgumentException(file + ":" + number + ": twice: " + block.name());
    }
    return block;
  }

  private List<SpecRow> rows() {
    List<SpecRow> rows = new ArrayList<>();
    for (Block block : blocks.values()) {
      if (block.isRow()) {
        writeOut(block, rows);
      }
    }
    return rows;
  }

  private void writeOut(Block block, List<SpecRow> rows) {
    List<Line> lines = resolved(block);
    for (String tier : block.tiers().isEmpty() ? List.of("") : block.tiers()) {
      List<Line> ofTier =
          lines.stream()
              .map(line -> new Line(line.number(), line.text().replace("TIER", tier)))
              .toList();
      int order = 0;
      for (List<Line> ordered : orders(ofTier)) {
        order++;
        String variant = tier + (ordered.equals(ofTier) ? "" : "order " + order);
        rows.add(new SpecRow(file, block.line(), block.name(), variant, items(ordered)));
      }
    }
  }

  /** The lines of the block, those it takes over included. */
  private List<Line> resolved(Block block) {
    List<Line> lines = new ArrayList<>();
    for (Line line : block.lines()) {
      if (line.text().startsWith("as ")) {
        Block other = blocks.get(line.text().substring(3));
        if (other == null) {
          throw new IllegalArgumentException(at(line) + "no such block: " + line.text());
        }
        resolved(other).stream().filter(taken -> !taken.text().startsWith("=")).forEach(lines::add);
      } else {
        lines.add(line);
      }
    }
    return lines;
  }

  /** One list of lines for each order of the first {@code any order:}; just one without it. */
  private static List<List<Line>> orders(List<Line> lines) {
    for (int i = 0; i < lines.size(); i++) {
      Line line = lines.get(i);
      if (line.text().startsWith(ANY_ORDER)) {
        int index = i;
        List<String> steps = RowWords.split(line.text().substring(ANY_ORDER.length()), "\\|");
        return permutations(steps).stream()
            .map(order -> replaced(lines, index, String.join(";", order)))
            .toList();
      }
    }
    return List.of(lines);
  }

  private static List<Line> replaced(List<Line> lines, int index, String text) {
    List<Line> replaced = new ArrayList<>(lines);
    replaced.set(index, new Line(lines.get(index).number(), text));
    return replaced;
  }

  private static List<List<String>> permutations(List<String> steps) {
    if (steps.isEmpty()) {
      return List.of(List.of());
    }
    List<List<String>> permutations = new ArrayList<>();
    for (String first : steps) {
      List<String> rest = new ArrayList<>(steps);
      rest.remove(first);
      for (List<String> tail : permutations(rest)) {
        List<String> permutation = new ArrayList<>(List.of(first));
        permutation.addAll(tail);
        permutations.add(permutation);
      }
    }
    return permutations;
  }

  private List<RowItem> items(List<Line> lines) {
    RowReader reader = new RowReader(file, spelling);
    lines.forEach(line -> reader.take(line.number(), line.text()));
    return reader.items();
  }

  private String at(Line line) {
    return file + ":" + line.number() + ": ";
  }
}
