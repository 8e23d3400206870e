package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import kvproof.soak.outside.LyingProbe;
import kvproof.soak.run.HarnessFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Faults that are planted in the harness of routers behind lines: over each of them something else
 * is found out about a router than it ought to be.
 */
class OutsideMutantsTest {
  private static final Map<String, String> SOUND = new ConcurrentHashMap<>();

  @ParameterizedTest
  @CsvSource({
    "outside-line-number-unread, ORDER, OUT_OF_ORDER",
    "outside-order-unchecked, ORDER, OUT_OF_ORDER",
    "outside-lost-answer-counts-as-late, MISSING_ANSWER, UNANSWERED",
    "outside-answer-to-nothing-goes-unnoticed, UNASKED_ANSWER, OUT_OF_ORDER",
    "outside-error-is-an-answer, REFUSAL, FAILED",
    "outside-field-may-come-twice, REPEATED_FIELD, UNREADABLE",
    "outside-field-too-many-passes, EXTRA_FIELD, WRONG_SHAPE",
    "outside-missing-part-is-as-expected, MISSING_FIELD, WRONG_SHAPE",
    "outside-id-uncompared-closely, OTHER_ID, WRONG_SHAPE",
    "outside-id-uncompared, OTHER_ID, WRONG_SHAPE",
    "outside-row-may-be-longer, EXTRA_ELEMENT, WRONG_SHAPE",
    "outside-rounding-goes-unnoticed, ROUNDED, WRONG_SHAPE",
    "outside-large-numbers-stay-numbers, NUMBERS_ARE_DOUBLES, agrees",
    "outside-blocks-uncompared, OVERLAP, OVER_CREDIT",
    "outside-end-of-a-choice-uncompared, END, WRONG_END",
    "outside-source-uncompared, SOURCE, WRONG_SOURCE",
    "outside-resident-counts-uncompared, RESIDENT, OVER_CREDIT",
    "outside-dump-uncompared, DUMP, UNDER_CREDIT",
    "outside-cases-run-into-each-other, NONE, agrees",
    "outside-capability-ignored, MODEST, agrees",
    "outside-told-what-it-cannot-take, MODEST, agrees",
    "outside-left-out-untold, MODEST, agrees",
    "outside-everybody-is-excused, OVERLAP_OF_WORKER_3 in SECOND_MEANING, OVER_CREDIT",
    "outside-promise-misread, OVERLAP_OF_WORKER_3 in SECOND_MEANING_BY_3, agrees"
  })
  void lyingRouterFindsTheFault(String name, String router, String found)
      throws RottenMutantException, HarnessFailure, IOException {
    String sound = SOUND.computeIfAbsent(router, LyingProbe::tried);
    assertThat(sound).startsWith(found + " ");

    assertThat(tried(named(name), router)).isNotEqualTo(sound);
  }

  /** A copy without a fault finds out what is true, so that it is not the copy that is caught. */
  @Test
  void copyWithoutAFaultIsSound() throws RottenMutantException, HarnessFailure, IOException {
    Mutant none = named("outside-blocks-uncompared").withoutFault();

    assertThat(tried(none, "OVERLAP")).startsWith("OVER_CREDIT ");
    assertThat(tried(none, "NONE")).startsWith("agrees ");
  }

  /** None is there without a router that finds it. */
  @Test
  void everyFaultHasItsRouter() throws IOException, ReflectiveOperationException {
    CsvSource table =
        OutsideMutantsTest.class
            .getDeclaredMethod("lyingRouterFindsTheFault", String.class, String.class, String.class)
            .getAnnotation(CsvSource.class);

    assertThat(List.of(table.value()))
        .extracting(row -> row.split(",", 2)[0])
        .containsExactlyElementsOf(mutants().stream().map(Mutant::name).toList());
  }

  /** What the faulty harness says; that it fails itself is another answer too. */
  private static String tried(Mutant mutant, String router)
      throws RottenMutantException, HarnessFailure {
    return ProgramClasses.of(mutant, MemoryCompiler.ofThisJdk())
        .said(LyingProbe.class.getName(), "tried", router);
  }

  private static Mutant named(String name) throws IOException {
    List<Mutant> found = mutants().stream().filter(mutant -> mutant.name().equals(name)).toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  private static List<Mutant> mutants() throws IOException {
    try (InputStream text = OutsideMutantsTest.class.getResourceAsStream("outside.mutants")) {
      return MutantFile.parse(
          "outside.mutants",
          new String(Objects.requireNonNull(text).readAllBytes(), StandardCharsets.UTF_8));
    }
  }
}
