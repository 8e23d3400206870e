package kvproof.oracles.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import kvproof.oracles.EventLogOracle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RejectedAnswersTest {

  @ParameterizedTest
  @MethodSource("examples")
  void answersOfABrokenRouterAreRefused(WorkedExample example) {
    List<String> mismatches = example.mismatches(new EventLogOracle());

    assertThat(mismatches).as(example.title()).hasSize(example.facts());
  }

  static Stream<WorkedExample> examples() {
    return WorkedExample.read("rejected.txt").stream();
  }
}
