package kvproof.soak.field;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.soak.field.FieldRow.TestReference;

/** Reads the list of scenarios and the files that it names. */
public final class FieldRows {
  /*
   * theme tiers                              the rows below, up to the next theme
   *
   * FS-23 Removal on one tier leaves ...     a row begins; everything indented belongs to it
   *   right device 0, host 4                 exactly one
   *   case FS-23                             any number of each
   *   program hash-positions
   *   test soak/src/test/java/kvproof/soak/field/FieldScenariosTest.java fs23...
   *   missing what is not built              at most one
   *   measured what is not asserted here     at most one
   */
  private static final String LIST = "scenarios.txt";

  private final List<FieldRow> rows = new ArrayList<>();
  private String theme = "";
  private String number = "";
  private String title = "";
  private String right = "";
  private final List<String> cases = new ArrayList<>();
  private final List<String> programs = new ArrayList<>();
  private final List<TestReference> tests = new ArrayList<>();
  private Optional<String> missing = Optional.empty();
  private Optional<String> measured = Optional.empty();

  private FieldRows() {}

  /** All of them, in the order of their numbers. */
  public static List<FieldRow> standard() {
    return parse(resource(LIST));
  }

  static List<FieldRow> parse(String text) {
    FieldRows reading = new FieldRows();
    int line = 0;
    for (String read : text.lines().toList()) {
      line++;
      try {
        reading.take(read);
      } catch (IllegalArgumentException wrong) {
        throw new IllegalArgumentException(
            LIST + ", line " + line + ": " + wrong.getMessage(), wrong);
      }
    }
    reading.endRow();
    return List.copyOf(reading.rows);
  }

  private void take(String line) {
    if (line.isBlank() || line.startsWith("#")) {
      return;
    }
    String[] words = line.strip().split(" ", 2);
    if (words.length < 2) {
      throw new IllegalArgumentException("'" + line.strip() + "' says nothing");
    }
    if (line.startsWith(" ")) {
      takeOfRow(words[0], words[1]);
    } else if (words[0].equals("theme")) {
      endRow();
      theme = words[1];
    } else {
      endRow();
      number = words[0];
      title = words[1];
    }
  }

  private void takeOfRow(String key, String value) {
    switch (key) {
      case "right" -> right = value;
      case "case" -> cases.add(value);
      case "program" -> programs.add(value);
      case "test" -> {
        String[] words = value.split(" ", -1);
        if (words.length != 2) {
          throw new IllegalArgumentException("expected a file and a method, not '" + value + "'");
        }
        tests.add(new TestReference(words[0], words[1]));
      }
      case "missing" -> missing = Optional.of(value);
      case "measured" -> measured = Optional.of(value);
      default ->
          throw new IllegalArgumentException(
              "expected right, case, program, test, missing or measured, not '" + key + "'");
    }
  }

  private void endRow() {
    if (!number.isEmpty()) {
      rows.add(
          new FieldRow(number, theme, title, right, cases, programs, tests, missing, measured));
    }
    number = "";
    right = "";
    cases.clear();
    programs.clear();
    tests.clear();
    missing = Optional.empty();
    measured = Optional.empty();
  }

  /** The case of that name. */
  static FieldCase fieldCase(String name) {
    return FieldCase.parse(name, resource(name + ".case"));
  }

  private static String resource(String name) {
    try (InputStream bytes = FieldRows.class.getResourceAsStream(name)) {
      if (bytes == null) {
        throw new IllegalArgumentException("no scenario file " + name);
      }
      return new String(bytes.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
