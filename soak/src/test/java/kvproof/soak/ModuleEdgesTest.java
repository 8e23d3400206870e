package kvproof.soak;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Which module may use which, read from the compiled main classes.
 *
 * <p>The module declarations say the same to the compiler, each for itself; here the whole picture
 * stands in one place, and a declaration that is widened fails. Package cycles only show here.
 */
class ModuleEdgesTest {
  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("kvproof");

  @ParameterizedTest
  @ValueSource(strings = {"router", "events", "oracles", "testkit", "mocknixl", "gpu"})
  void usesTheModelAndNothingElseOfTheProject(String module) {
    mayUse(module, "model").check(MAIN);
  }

  @Test
  void modelUsesNothingOfTheProject() {
    mayUse("model").check(MAIN);
  }

  @Test
  void packagesFormNoCycle() {
    noCycleIn("kvproof").check(MAIN);
  }

  /** Every module was read, and an edge that is not allowed shows: the rules above can fail. */
  @ParameterizedTest
  @ValueSource(strings = {"router", "events", "oracles", "testkit", "mocknixl", "gpu", "soak"})
  void anEdgeToTheModelIsSeen(String module) {
    assertThat(mayUse(module).evaluate(MAIN).hasViolation()).isTrue();
  }

  /** A collection makes a stream, and a stream makes a list. */
  @Test
  void aCycleIsSeen() {
    JavaClasses cyclic =
        new ClassFileImporter().importClasses(Collection.class, List.class, Stream.class);

    assertThat(noCycleIn("java").evaluate(cyclic).hasViolation()).isTrue();
  }

  private static ArchRule noCycleIn(String root) {
    return slices().matching(root + ".(**)").should().beFreeOfCycles();
  }

  private static ArchRule mayUse(String module, String... others) {
    String[] allowed =
        Stream.concat(Stream.of(module), Stream.of(others))
            .map(name -> "kvproof." + name + "..")
            .toArray(String[]::new);
    return noClasses()
        .that(resideInAPackage("kvproof." + module + ".."))
        .should()
        .dependOnClassesThat(resideInAPackage("kvproof..").and(not(resideInAnyPackage(allowed))));
  }
}
