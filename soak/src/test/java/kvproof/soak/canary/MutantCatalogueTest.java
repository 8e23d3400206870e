package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MutantCatalogueTest {
  private static final MutantCatalogue STANDARD = MutantCatalogue.standard();

  private static Mutant mutant(String name) {
    return new Mutant(name, "a fault", "kvproof/router/A.java", "a", "b");
  }

  private static final MutantCatalogue THREE =
      new MutantCatalogue(
          List.of(mutant("tie"), mutant("tie-to-the-larger"), mutant("frontier-too-early")));

  @Test
  void everyMutantFitsItsSource() {
    for (Mutant mutant : STANDARD.mutants()) {
      assertThatCode(() -> mutant.plantIn(mutant.module().source(mutant.file())))
          .as(mutant.name())
          .doesNotThrowAnyException();
    }
  }

  @Test
  void routerOraclesAndFetchesHaveTheirShare() {
    List<MutatedModule> modules = STANDARD.mutants().stream().map(Mutant::module).toList();

    assertThat(modules).filteredOn(MutatedModule.ROUTER::equals).hasSizeGreaterThanOrEqualTo(60);
    assertThat(modules).filteredOn(MutatedModule.ORACLES::equals).hasSizeGreaterThanOrEqualTo(5);
    assertThat(modules).filteredOn(MutatedModule.MOCK_NIXL::equals).hasSizeGreaterThanOrEqualTo(40);
  }

  @Test
  void exactNameGoesBeforeNamesThatContainIt() {
    assertThat(THREE.matching("tie")).containsExactly(mutant("tie"));
    assertThat(THREE.matching("to"))
        .extracting(Mutant::name)
        .containsExactly("tie-to-the-larger", "frontier-too-early");
    assertThat(THREE.matching("never")).isEmpty();
  }

  @Test
  void nearNamesShareTheBeginningsOfWords() {
    assertThat(THREE.namesNear("Frontiers early")).containsExactly("frontier-too-early");
    assertThat(THREE.namesNear("qwertz")).isEmpty();
  }

  @Test
  void twoMutantsOfOneNameAreRefused() {
    assertThatThrownBy(() -> new MutantCatalogue(List.of(mutant("tie"), mutant("tie"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("two mutants are named tie");
  }
}
