package kvproof.soak.spec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Where each scenario of the index side is a test: the list names every scenario, the file that
 * holds its test, and words in it. A test that goes, or a scenario that falls off the list, shows.
 */
class ScenarioIndexTest {
  private static final int SCENARIOS = 401;
  private static final Path CHECKOUT = Path.of("..");

  private record Scenario(String name, String file, String words) {
    static Scenario parse(String line) {
      String[] fields = line.split(",", 3);
      return new Scenario(fields[0], fields[1], fields[2]);
    }

    /** Scenarios of parts that are not here; the words say of which. */
    boolean isForLater() {
      return file.equals("-");
    }
  }

  private static List<Scenario> scenarios() throws IOException {
    try (InputStream list = ScenarioIndexTest.class.getResourceAsStream("index-scenarios.csv")) {
      return new String(list.readAllBytes(), UTF_8).lines().skip(1).map(Scenario::parse).toList();
    }
  }

  @Test
  void everyScenarioIsOnTheListOnce() throws IOException {
    assertThat(scenarios().stream().map(Scenario::name)).hasSize(SCENARIOS).doesNotHaveDuplicates();
  }

  @Test
  void everyScenarioIsInItsFile() throws IOException {
    for (Scenario scenario : scenarios()) {
      if (!scenario.isForLater()) {
        Path file = CHECKOUT.resolve(scenario.file());
        assertThat(file).as(scenario.name()).isRegularFile();
        assertThat(Files.readString(file)).as(scenario.name()).contains(scenario.words());
      }
    }
  }

  @Test
  void scenariosForLaterAreFew() throws IOException {
    assertThat(scenarios().stream().filter(Scenario::isForLater).map(Scenario::name))
        .containsExactly("C15", "N27", "V35");
  }
}
