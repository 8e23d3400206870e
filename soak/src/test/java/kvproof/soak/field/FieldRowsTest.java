package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import kvproof.soak.field.FieldRow.TestReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list of scenarios is whole, and everything that it names is there. */
class FieldRowsTest {
  private static final Path CHECKOUT = Path.of("..");
  private static final Path FILES = Path.of("src/main/resources/kvproof/soak/field");

  /** How many scenarios there are of each kind, and the first of them. */
  private static final String KINDS =
      """
      FS-01 10 index correctness
      FS-11 8 event order and gaps
      FS-19 4 hashing
      FS-23 8 tiers
      FS-31 6 eviction races
      FS-37 5 hints and the choice of a source
      FS-42 7 transfers, partial completion, notifications
      FS-49 5 time-outs
      FS-54 3 memory and its lifetime
      FS-57 4 metrics
      FS-61 4 performance cliffs
      FS-65 2 restarts
      FS-67 4 data-parallel ranks
      FS-71 4 adapters and images
      FS-75 1 configuration
      """;

  @Test
  void everyNumberIsThereExactlyOnceAndInOrder() {
    List<String> numbers =
        IntStream.rangeClosed(1, 75)
            .mapToObj(number -> String.format(Locale.ROOT, "FS-%02d", number))
            .toList();

    assertThat(FieldRows.standard()).extracting(FieldRow::number).isEqualTo(numbers);
  }

  @Test
  void everyKindHasItsScenarios() {
    StringBuilder kinds = new StringBuilder();
    String theme = "";
    for (FieldRow row : FieldRows.standard()) {
      if (!row.theme().equals(theme)) {
        theme = row.theme();
        String of = theme;
        long count =
            FieldRows.standard().stream().filter(other -> other.theme().equals(of)).count();
        kinds.append(row.number()).append(' ').append(count).append(' ').append(theme).append('\n');
      }
    }
    assertThat(kinds).hasToString(KINDS);
  }

  /** A case that no row names would never run; one that is named twice would seem to be two. */
  @Test
  void everyCaseFileIsNamedByOneRowAndCarriesItsNumber() throws IOException {
    List<String> named =
        FieldRows.standard().stream().flatMap(row -> row.cases().stream()).toList();
    try (Stream<Path> files = Files.list(FILES)) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.endsWith(".case"))
                  .map(name -> name.replace(".case", "")))
          .containsExactlyInAnyOrderElementsOf(named);
    }
    for (FieldRow row : FieldRows.standard()) {
      assertThat(row.cases()).allSatisfy(name -> assertThat(name).startsWith(row.number()));
    }
  }

  @Test
  void everyCaseAsksSomething() {
    for (FieldRow row : FieldRows.standard()) {
      for (String name : row.cases()) {
        assertThat(FieldRows.fieldCase(name).checks()).as(name).isNotEmpty();
      }
    }
  }

  @Test
  void everyProgramIsNamedByOneRow() {
    assertThat(FieldRows.standard().stream().flatMap(row -> row.programs().stream()))
        .containsExactlyInAnyOrderElementsOf(FieldPrograms.names());
  }

  @Test
  void everyTestThatARowNamesIsThereAndCarriesItsNumber() throws IOException {
    List<String> missing = new ArrayList<>();
    for (FieldRow row : FieldRows.standard()) {
      for (TestReference test : row.tests()) {
        if (!carries(test, row.number())) {
          missing.add(row.number() + " " + test.file() + " " + test.method());
        }
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void testThatIsGoneOrLostItsNumberIsFoundOut() throws IOException {
    TestReference known = row("FS-36").tests().getFirst();

    assertThat(carries(known, "FS-36")).isTrue();
    assertThat(carries(known, "FS-37")).isFalse();
    assertThat(carries(new TestReference(known.file(), "noSuchMethod"), "FS-36")).isFalse();
    assertThat(carries(new TestReference(known.file() + "x", known.method()), "FS-36")).isFalse();
  }

  /** A number in the name of the method, or in what stands right above it. */
  private static boolean carries(TestReference test, String number) throws IOException {
    Path file = CHECKOUT.resolve(test.file());
    if (!Files.isRegularFile(file)) {
      return false;
    }
    Matcher method =
        Pattern.compile("\n\n((?:[^\n]+\n)*?) *(?:public |default )?void " + test.method() + "\\(")
            .matcher(Files.readString(file));
    return method.find()
        && isRun(method.group(1))
        && (method.group(1).contains(number)
            || test.method().startsWith(number.replace("FS-", "fs")));
  }

  private static boolean isRun(String above) {
    return Pattern.compile("@(Test|ParameterizedTest|Property)\\b").matcher(above).find()
        && !above.contains("@Disabled");
  }

  private static FieldRow row(String number) {
    return FieldRows.standard().stream()
        .filter(row -> row.number().equals(number))
        .findFirst()
        .orElseThrow();
  }

  /** What is not built is said here too, so that it does not grow unnoticed. */
  @Test
  void scenariosOfWhichSomethingIsNotBuiltAreThese() {
    assertThat(
            FieldRows.standard().stream()
                .filter(row -> row.missing().isPresent())
                .map(FieldRow::number)
                .toList())
        .isEmpty();
  }

  /** What no verdict asserts is said in the note of its row, and promised in no right value. */
  @Test
  void whatAMeasurementAloneHoldsIsSaidAndNotPromised() {
    assertThat(FieldRows.standard().stream().filter(row -> row.measured().isPresent()))
        .extracting(FieldRow::number)
        .containsExactly("FS-63");
    FieldRow clear = row("FS-63");
    assertThat(clear.right()).doesNotContain("p99");

    assertThat(new FieldResult(clear, List.of(), true, List.of()).note())
        .contains("measured, not asserted here: look-up p99", "kvproof bench --clear");
  }

  /** The page has a row for each of them, and for no other. */
  @Test
  void whatIsNotBuiltIsOnThePage() throws IOException {
    String page = Files.readString(CHECKOUT.resolve("docs/field.md"));
    String table = page.substring(page.indexOf("## What is not built"), page.indexOf("In FS-30"));

    assertThat(Pattern.compile("FS-\\d\\d").matcher(table).results().map(match -> match.group()))
        .containsExactlyElementsOf(
            FieldRows.standard().stream()
                .filter(row -> row.missing().isPresent())
                .map(FieldRow::number)
                .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          FS-01            | line 1: 'FS-01' says nothing
          FS-01 A\\n  so b  | line 2: expected right, case, program, test, missing or measured, not 'so'
          FS-01 A\\n  test b| line 2: expected a file and a method, not 'b'
          FS-01 A\\nFS-02 B | line 2: FS-01 has no right value; add a line 'right'
          """)
  void errorNamesTheLine(String text, String problem) {
    assertThatThrownBy(() -> FieldRows.parse(text.replace("\\n", "\n")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(problem);
  }

  @Test
  void rowThatNothingHoldsIsRefused() {
    assertThatThrownBy(() -> FieldRows.parse("FS-01 A\n  right 1\n"))
        .hasMessageContaining("FS-01 is held by nothing");
  }
}
