package kvproof.soak.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The worked examples that must be there as rows: one that is dropped or renamed fails the build.
 *
 * <p>Not rows: hashing of tokens and what needs random cases ({@code ScenariosBesideRowsTest}). Not
 * reachable here: scenarios about threads, event streams, approximate mode and metrics.
 */
class RowListTest {
  /** After a bar stand the numbers that complete the name. */
  private static final String EXPECTED =
      """
      index 2.2 cleared by a rank
      index 2.2 cleared by a rank with a state source
      index 2.2 cleared by a cache owner
      index 2.2 cache owner on the device
      index 2.2 malformed store of a cache owner on the device
      index 2.3 tier created by a store
      index 2.3 tier created by an empty store
      index 2.3 tier created by a removal
      index 2.3 no tier from a malformed store
      index 2.3 no tier from a clear
      index 2.6.3 #|1-42
      index 2.8 first and last owner
      index 2.8 re-hash
      index 2.8 move
      index 2.8 move and re-hash
      index 2.8 lower tiers
      index 3.2 #|1-9
      index 3.4 #|1-3
      index 4.6 #|1-9
      index 4.7 #|1-11
      index 6.1 #|1-3
      index 9.5 #|1-14
      continuation ex |1-37
      continuation ex 30 root prefix
      continuation 7.2 summary f=|5 7 9 10
      fetch-hints R|1-16 18 22
      fetch-hints A|1-8
      fetch-hints A6 by ascending start
      fetch-hints C|1-24
      fetch-hints C7b
      fetch-hints T|1-6
      fetch-hints 10.5 #|1-6
      fetch-hints 10.5 #1 with a cold target
      fetch-hints I|1-8
      scenario D|1-23 27-29
      scenario R|1-23
      scenario C|1-6 9-13
      scenario I|1-8
      scenario I1 in a long event
      scenario I2 in a long event
      scenario I7b
      scenario T|1-3
      scenario L|1-22 24-34 36-39
      scenario A|1-11 17-19
      scenario N|1-13 15-22 25
      scenario N14 the target itself
      scenario N14 attached owner
      scenario N14 ineligible
      scenario V|1-2 5-21 32-34
      scenario V3 |1234 1243 1324 1342 1423 1432 2134 2143 2314 2341 2413 2431
      scenario V3 |3124 3142 3214 3241 3412 3421 4123 4132 4213 4231 4312 4321
      scenario V4 as V|1-2
      """;

  @Test
  void everyWorkedExampleIsThere() {
    List<String> expected = EXPECTED.lines().flatMap(RowListTest::names).toList();

    assertThat(rows()).extracting(SpecRow::name).containsAll(expected);
    assertThat(expected).doesNotHaveDuplicates();
  }

  @Test
  void noTwoRowsHaveOneName() {
    assertThat(rows()).extracting(SpecRow::title).doesNotHaveDuplicates();
  }

  @Test
  void everyRowChecksSomething() {
    assertThat(rows())
        .allSatisfy(
            row -> assertThat(row.items()).hasAtLeastOneElementOfType(RowItem.Question.class));
  }

  private static List<SpecRow> rows() {
    return WorkedExamplesTest.FILES.stream()
        .flatMap(file -> SpecRows.load(file, HashSpelling.PLAIN).stream())
        .toList();
  }

  private static Stream<String> names(String line) {
    int bar = line.indexOf('|');
    if (bar < 0) {
      return Stream.of(line);
    }
    return new RowWords(line.substring(bar + 1), HashSpelling.PLAIN)
        .toEnd().stream()
            .map(RowWords::blocks)
            .flatMapToLong(RowWords.Blocks::locals)
            .mapToObj(number -> line.substring(0, bar) + number);
  }
}
