package kvproof.router.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestTemplate;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ModifierSupport;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Where each scenario of the selection side is a test: a test says with its tags which rows it
 * proves. A row without a test, or a tag without a row, shows.
 */
class SelectionScenariosTest {
  private static final int ROWS = 268;
  private static final Pattern ROW = Pattern.compile("[A-Z]\\d\\d");
  private static final Path SCOPE = Path.of("..", "docs", "scope.md");

  /** Rows that may stay outside the scope, if the page on the scope says why. */
  private static final SortedSet<String> MAY_BE_OUTSIDE =
      Stream.of(range("H", 26, 31), range("I", 9, 14), range("I", 17, 21), range("I", 23, 23))
          .flatMap(rows -> rows)
          .collect(toCollection(TreeSet::new));

  /** Worked examples of the hints that need a whole selection. */
  private static final List<String> EXAMPLES =
      Stream.concat(
              Stream.of("R17", "R19"),
              Stream.concat(
                  IntStream.rangeClosed(1, 9).mapToObj(number -> "K" + number),
                  IntStream.rangeClosed(1, 7).mapToObj(number -> "S" + number)))
          .toList();

  private static Stream<String> range(String letter, int first, int last) {
    return IntStream.rangeClosed(first, last)
        .mapToObj(number -> letter + (number < 10 ? "0" : "") + number);
  }

  private static SortedSet<String> rows() throws IOException {
    try (InputStream list =
        SelectionScenariosTest.class.getResourceAsStream("selection-scenarios.csv")) {
      return new String(list.readAllBytes(), UTF_8)
          .lines()
          .skip(1)
          .map(line -> line.substring(0, line.indexOf(',')))
          .collect(toCollection(TreeSet::new));
    }
  }

  private static SortedSet<String> tags() {
    return methods()
        .filter(SelectionScenariosTest::isRun)
        .flatMap(method -> AnnotationSupport.findRepeatableAnnotations(method, Tag.class).stream())
        .map(Tag::value)
        .collect(toCollection(TreeSet::new));
  }

  private static Stream<Method> methods() {
    return ReflectionSupport.findAllClassesInPackage(
            "kvproof.router", _ -> true, name -> !name.contains("SelectionScenariosTest"))
        .stream()
        .flatMap(found -> Arrays.stream(found.getDeclaredMethods()));
  }

  /** Whether the build runs it, as the engine does whose tags these are: properties have others. */
  private static boolean isRun(Method method) {
    return (AnnotationSupport.isAnnotated(method, Test.class)
            || AnnotationSupport.isAnnotated(method, TestTemplate.class))
        && !ModifierSupport.isPrivate(method)
        && !ModifierSupport.isStatic(method)
        && !ModifierSupport.isAbstract(method)
        && !AnnotationSupport.isAnnotated(method, Disabled.class)
        && isRun(method.getDeclaringClass());
  }

  /** Its own tests; and so those of every class around it, of which the outermost is named Test. */
  private static boolean isRun(Class<?> type) {
    @Nullable Class<?> outer = type.getEnclosingClass();
    return !AnnotationSupport.isAnnotated(type, Disabled.class)
        && !ModifierSupport.isAbstract(type)
        && (outer == null
            ? type.getSimpleName().endsWith("Test")
            : AnnotationSupport.isAnnotated(type, Nested.class) && isRun(outer));
  }

  /** First cells of the rows of the page's table. */
  private static SortedSet<String> outside() throws IOException {
    return Files.readAllLines(SCOPE).stream()
        .filter(line -> line.startsWith("| "))
        .flatMap(line -> ROW.matcher(line.split("\\|")[1]).results())
        .map(match -> match.group())
        .collect(toCollection(TreeSet::new));
  }

  @Test
  void everyRowIsOnTheListOnce() throws IOException {
    assertThat(rows()).hasSize(ROWS);
  }

  @Test
  void everyRowIsATestOrOutsideTheScope() throws IOException {
    SortedSet<String> missing = rows();
    missing.removeAll(tags());
    missing.removeAll(outside());

    assertThat(missing).isEmpty();
  }

  @Test
  void everyTagIsARow() throws IOException {
    SortedSet<String> unknown = tags();
    unknown.removeIf(tag -> !ROW.matcher(tag).matches() || EXAMPLES.contains(tag));
    unknown.removeAll(rows());

    assertThat(unknown).isEmpty();
  }

  @Test
  void whatIsOutsideMayBeOutsideAndIsNoTest() throws IOException {
    assertThat(MAY_BE_OUTSIDE).containsAll(outside());
    assertThat(outside()).doesNotContainAnyElementsOf(tags());
  }

  /** jqwik passes over what carries a tag of JUnit, so such a row would only seem to be a test. */
  @Test
  void noPropertyCarriesATagOfJUnit() {
    assertThat(
            methods()
                .filter(method -> AnnotationSupport.isAnnotated(method, Property.class))
                .filter(method -> AnnotationSupport.isAnnotated(method, Tag.class))
                .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName()))
        .isEmpty();
  }

  @Test
  void examplesOfTheHintsAreTests() {
    assertThat(tags()).containsAll(EXAMPLES);
  }
}
