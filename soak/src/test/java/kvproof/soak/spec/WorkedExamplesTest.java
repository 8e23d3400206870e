package kvproof.soak.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import kvproof.model.StorageTier;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every worked example, put to every implementation in this build, in every spelling of hashes. */
class WorkedExamplesTest {
  static final List<String> FILES =
      List.of(
          "index-events.rows",
          "index-inventory.rows",
          "index-device-query.rows",
          "index-lower-tiers.rows",
          "index-dump.rows",
          "index-resident.rows",
          "continuation.rows",
          "fetch-hints.rows",
          "scenarios-device.rows",
          "scenarios-removal.rows",
          "scenarios-lower-tier.rows",
          "scenarios-tiers.rows",
          "scenarios-continuation.rows",
          "scenarios-inventory.rows");

  @TestFactory
  Stream<DynamicNode> implementationAnswersAsWorkedOut() {
    return Implementation.ALL.stream()
        .map(
            implementation ->
                dynamicContainer(
                    implementation.name(),
                    FILES.stream().map(file -> rowsOf(file, implementation))));
  }

  /** Some checks are left out where an implementation does not offer the value: not by all. */
  @Test
  void referenceRouterOffersEveryValueThatRowsCheck() {
    Subject reference = new ReferenceSubject();

    assertThat(reference.statistics(StorageTier.DEVICE)).isPresent();
    assertThat(reference.comingsAndGoings()).isPresent();
    assertThat(reference.positionsCompared()).isPresent();
    assertThat(reference.ineligible("no_endpoint")).isPresent();
  }

  private static DynamicNode rowsOf(String file, Implementation implementation) {
    return dynamicContainer(
        file,
        Stream.of(HashSpelling.values())
            .map(
                spelling ->
                    dynamicContainer(
                        spelling.name(),
                        SpecRows.load(file, spelling).stream()
                            .map(
                                row ->
                                    dynamicTest(
                                        row.title(),
                                        () ->
                                            assertThat(RowRun.mismatches(row, implementation))
                                                .isEmpty())))));
  }
}
