package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import kvproof.model.machine.Finding;
import kvproof.model.machine.Finding.Part;
import kvproof.model.machine.MachineInspector;
import kvproof.soak.doctor.Doctor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorCommandTest {
  private static final Finding JAVA = Finding.ready(Part.CPU, "Java", "25");
  private static final Finding NO_NIXL =
      Finding.missing(Part.CPU, "NIXL", "not found", "install it")
          .with(List.of("looked at one place", "and another"));
  private static final Finding NO_GPU =
      Finding.missing(Part.GPU, "CUDA driver", "none", "find a GPU");
  private static final Finding PYTHON = Finding.ready(Part.PEERS, "Python", "Python 3.12.1");

  @TempDir Path folder;

  private static MachineInspector of(Finding... findings) {
    return (settings, found) -> List.of(findings).forEach(found);
  }

  private static int examine(CommandRunner runner, MachineInspector inspector, String... args) {
    return runner.doctor(out -> new Doctor(List.of(of(JAVA), inspector), out), args);
  }

  @Test
  void everyFindingIsPrintedWithWhatToDoAndALineClosesTheRun() {
    var runner = new CommandRunner(folder);

    int exitCode = examine(runner, of(NO_NIXL, NO_GPU, PYTHON));

    assertThat(exitCode).isEqualTo(ExitCode.DIVERGED);
    assertThat(runner.out())
        .isEqualTo(
            """
            ok    Java              25
            --    NIXL              not found
                  looked at one place
                  and another
                  for cpu: install it
            --    CUDA driver       none
                  for gpu: find a GPU
            ok    Python            Python 3.12.1
            DOCTOR cpu=lacking gpu=lacking peers=ready
            """);
  }

  @Test
  void aMachineWithoutAGpuIsFine() {
    var runner = new CommandRunner(folder);

    assertThat(examine(runner, of(NO_GPU, PYTHON))).isEqualTo(ExitCode.AGREED);
    assertThat(runner.out()).endsWith("DOCTOR cpu=ready gpu=lacking peers=ready\n");
  }

  @Test
  void aFindingIsPrintedBeforeTheNextLook() {
    var runner = new CommandRunner(folder);
    List<String> printedBefore = new ArrayList<>();

    examine(
        runner,
        (settings, found) -> {
          found.accept(NO_NIXL);
          printedBefore.add(runner.out());
        });

    assertThat(printedBefore).singleElement().asString().contains("NIXL", "install it");
  }

  @Test
  void theLibraryIsNamedFromTheCallersFolder() {
    List<Map<String, String>> seen = new ArrayList<>();
    MachineInspector inspector = (settings, found) -> seen.add(settings);

    examine(new CommandRunner(folder), inspector, "--nixl-lib", "venv");
    examine(new CommandRunner(folder), inspector);

    assertThat(seen)
        .containsExactly(Map.of("nixl-lib", folder.resolve("venv").toString()), Map.of());
  }
}
