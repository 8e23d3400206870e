package kvproof.oracles.front;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The worked tables of the specification, and what must not come of them. */
class FrontExamplesTest {

  @ParameterizedTest
  @MethodSource("examples")
  void arrivalsComeToWhatTheSpecificationSays(FrontExample example) {
    List<String> mismatches = example.mismatches();

    assertThat(mismatches).as(example.title()).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("rejected")
  void whatABrokenFrontWouldSayIsRefused(FrontExample example) {
    List<String> mismatches = example.mismatches();

    assertThat(mismatches).as(example.title()).hasSize(example.facts());
  }

  @Test
  void everyExampleSaysSomething() {
    assertThat(Stream.concat(examples(), rejected()))
        .allSatisfy(example -> assertThat(example.facts()).as(example.title()).isPositive());
  }

  static Stream<FrontExample> examples() {
    return Stream.of("streams.txt", "predictions.txt")
        .flatMap(resource -> FrontExample.read(resource).stream());
  }

  static Stream<FrontExample> rejected() {
    return FrontExample.read("rejected.txt").stream();
  }
}
