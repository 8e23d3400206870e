package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MutantFileTest {
  private static final String TWO =
      """
      # about the walk

      mutant first
      fault The first fault.
      file kvproof/router/A.java
      replace
          if (a) {
            b();
          }
      with
          b();
      end

      mutant second
      fault The second fault.
      file kvproof/oracles/B.java
      replace
      gone();
      with
      end
      """;

  @Test
  void innerWhiteSpaceCountsAndOuterDoesNot() {
    assertThat(MutantFile.parse("walk", TWO))
        .containsExactly(
            new Mutant(
                "first",
                "The first fault.",
                "kvproof/router/A.java",
                "if (a) {\n      b();\n    }",
                "b();"),
            new Mutant("second", "The second fault.", "kvproof/oracles/B.java", "gone();", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "mutant first, mutten first, 'walk, line 3: ''mutant'' and its value were expected'",
    "fault The first, default The first, 'walk, line 4: ''fault'' and its value were expected'",
    "file kvproof/router, in kvproof/router, 'walk, line 5: ''file'' and its value were expected'",
    "replace, replaced, 'walk, line 6: ''replace'' was expected'",
    "gone();, ' ', 'walk, line 20: mutant second changes nothing'",
    "mutant second, mutant Second!, 'walk, line 20: a mutant needs a name and a fault: ''Second!'''"
  })
  void whatIsNoMutantIsToldByItsLine(String text, String broken, String message) {
    assertThatThrownBy(() -> MutantFile.parse("walk", TWO.replaceFirst(quoted(text), broken)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static String quoted(String text) {
    return java.util.regex.Pattern.quote(text);
  }

  @Test
  void fileThatEndsInTheMiddleIsBroken() {
    String half = TWO.substring(0, TWO.lastIndexOf("end"));

    assertThatThrownBy(() -> MutantFile.parse("walk", half))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("walk, line 19: the file ends in the middle of a mutant");
  }
}
