package kvproof.oracles.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import kvproof.oracles.EventLogOracle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WorkedExamplesTest {

  @ParameterizedTest
  @MethodSource("examples")
  void answersAsTheSpecificationDoes(WorkedExample example) {
    List<String> mismatches = example.mismatches(new EventLogOracle());

    assertThat(mismatches).as(example.title()).isEmpty();
  }

  static Stream<WorkedExample> examples() {
    return Stream.of("index.txt", "continuation.txt", "fetch-hints.txt")
        .flatMap(resource -> WorkedExample.read(resource).stream());
  }
}
