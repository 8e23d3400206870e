package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import kvproof.soak.field.FieldResult;
import kvproof.soak.field.FieldRow;
import kvproof.soak.field.FieldRows;
import kvproof.soak.field.FieldRun;
import kvproof.soak.field.FieldSubject;
import kvproof.soak.field.FieldVerdict;
import kvproof.soak.field.Part;
import kvproof.soak.run.Contest;
import kvproof.soak.run.HarnessFailure;
import kvproof.soak.run.Side;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Faults that are planted in the product itself turn the scenarios red that tell of them. */
class FieldMutantsTest {

  @ParameterizedTest
  @CsvSource({
    "removal-drops-descendants, FS-02",
    "cleared-rank-becomes-unseen, FS-09",
    "gap-costs-nothing, FS-15",
    "gap-of-one-batch-whatever-is-missing, FS-15",
    "frontier-off-by-one, FS-23",
    "empty-endpoint-accepted, FS-37",
    "tie-goes-to-the-larger-source, FS-38",
    "ranks-of-a-removed-worker-stay-seen, FS-65",
    "restart-goes-unnoticed, FS-66",
    "clear-hits-the-whole-worker, FS-67"
  })
  void scenarioFindsTheFault(String name, String number)
      throws RottenMutantException, HarnessFailure {
    FieldRow row =
        FieldRows.standard().stream()
            .filter(each -> each.number().equals(number))
            .findFirst()
            .orElseThrow();

    FieldResult broken = run(faulty(name), row);

    assertThat(broken.verdict()).isEqualTo(FieldVerdict.DIFFERS);
    assertThat(broken.disputed()).isEmpty();
    assertThat(run(Side.referenceRouter(), row).verdict()).isEqualTo(FieldVerdict.OK);
  }

  private static Side faulty(String name) throws RottenMutantException, HarnessFailure {
    List<Mutant> found =
        MutantCatalogue.standard().mutants().stream()
            .filter(mutant -> mutant.name().equals(name))
            .toList();
    assertThat(found).hasSize(1);
    FaultyClasses classes = FaultyClasses.of(found.getFirst(), MemoryCompiler.ofThisJdk());
    return found.getFirst().module().contest(Contest.standard(), classes).router();
  }

  private static FieldResult run(Side side, FieldRow row) {
    FieldSubject subject = new FieldSubject(side, EnumSet.allOf(Part.class));
    return new FieldRun(subject, FieldSubject.oracles()).run(row);
  }
}
