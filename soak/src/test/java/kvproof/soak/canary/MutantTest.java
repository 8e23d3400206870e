package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MutantTest {
  private static Mutant mutant(String piece, String replacement) {
    return new Mutant("late", "comes late", "kvproof/router/A.java", piece, replacement);
  }

  @Test
  void pieceGivesWayToItsReplacement() throws RottenMutantException {
    assertThat(mutant("a < b", "a <= b").plantIn("if (a < b) {}")).isEqualTo("if (a <= b) {}");
  }

  @Test
  void lineEndsDoNotMatter() throws RottenMutantException {
    assertThat(mutant("a;\n  b;", "c;").plantIn("{\r\n  a;\r\n  b;\r\n}")).isEqualTo("{\n  c;\n}");
  }

  @Test
  void piecesThatAreNoLongerThereHaveRotted() {
    assertThatThrownBy(() -> mutant("a < b", "a <= b").plantIn("if (a > b) {}"))
        .isInstanceOf(RottenMutantException.class)
        .hasMessage("its piece is not in kvproof/router/A.java");
  }

  /** Also if the two overlap. */
  @ParameterizedTest
  @ValueSource(strings = {"aa; aa;", "aaa;"})
  void piecesThatAreThereTwiceHaveRotted(String source) {
    assertThatThrownBy(() -> mutant("aa", "b").plantIn(source))
        .isInstanceOf(RottenMutantException.class)
        .hasMessage("its piece is more than once in kvproof/router/A.java");
  }

  @Test
  void editsThatChangeNothingAreRefused() {
    assertThatThrownBy(() -> mutant("same", "same")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> mutant("", "more")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void filesOfOtherModulesAreRefused() {
    var mutant = new Mutant("a", "a fault", "kvproof/model/Answer.java", "a", "b");

    assertThatThrownBy(mutant::module)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("kvproof/model/Answer.java");
  }
}
