package kvproof.soak.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;
import kvproof.model.machine.MachineInspector;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolInspectorTest {

  private static List<Finding> findings(MachineInspector inspector) {
    List<Finding> findings = new ArrayList<>();
    inspector.inspect(Map.of(), findings::add);
    return findings;
  }

  @Test
  void aProgramThatRunsSaysItsVersionAndOneThatDoesNotHasARemedy() {
    Tools tools =
        command -> command[0].equals("python3") ? Optional.of("Python 3.12.1") : Optional.empty();

    List<Finding> findings = findings(new ToolInspector(tools));

    assertThat(findings.getFirst()).isEqualTo(Finding.ready(Part.PEERS, "Python", "Python 3.12.1"));
    assertThat(findings.getLast().summary()).isEqualTo("cargo does not run");
    assertThat(findings.getLast().isReady()).isFalse();
  }

  private static Finding python(String version) {
    return findings(new ToolInspector(command -> Optional.of(version))).getFirst();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Python 3.11.0", "Python 3.13.0rc2", "Python 4.0.1", "something else"})
  void pythonThatIsNewEnoughIsReady(String version) {
    assertThat(python(version)).isEqualTo(Finding.ready(Part.PEERS, "Python", version));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Python 3.10.13", "Python 3.9.1", "Python 2.7.18"})
  void pythonThatIsTooOldForThePeersOrTheWheelIsNot(String version) {
    Finding finding = python(version);

    assertThat(finding.isReady()).isFalse();
    assertThat(finding.summary()).isEqualTo(version + " is older than 3.11");
    assertThat(finding.remedy()).get().asString().contains("the NIXL wheel needs 3.10");
  }

  @Test
  void javaIsNamedWithItsFolder() {
    var properties = new Properties();
    properties.setProperty("java.version", "25.0.1");
    properties.setProperty("java.vendor", "Somebody");
    properties.setProperty("java.home", "/opt/java");

    assertThat(findings(new JvmInspector(properties)))
        .containsExactly(Finding.ready(Part.CPU, "Java", "25.0.1 (Somebody), /opt/java"));
  }

  @Nested
  class OfThisMachine {
    private final Tools tools = Tools.ofProcess();

    @Test
    void theFirstLineOfAProgramIsWhatItSays() {
      assertThat(tools.firstLine("sh", "-c", "echo one; echo two")).contains("one");
    }

    @Test
    void aProgramThatIsNotThereFailsOrIsSilentSaysNothing() {
      assertThat(tools.firstLine("no-program-of-this-name")).isEmpty();
      assertThat(tools.firstLine("sh", "-c", "echo one; exit 3")).isEmpty();
      assertThat(tools.firstLine("sh", "-c", "exit 0")).isEmpty();
    }
  }
}
