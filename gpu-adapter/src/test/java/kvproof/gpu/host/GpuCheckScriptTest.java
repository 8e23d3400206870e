package kvproof.gpu.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code gpu-check.sh} makes of what its steps say, in a bundle whose Java is a script that
 * notes how it was called and answers the doctor's line.
 */
class GpuCheckScriptTest {
  private static final Path SCRIPT = Path.of("gpu-check.sh");
  private static final String READY = "echo DOCTOR cpu=ready gpu=ready peers=ready";
  private static final String LACKING = "echo DOCTOR cpu=ready gpu=lacking peers=ready";
  private static final String HANGS = "exec tail -f /dev/null";

  @TempDir Path bundle;

  private Path commands;

  @BeforeEach
  void makeBundle() throws IOException {
    Files.copy(SCRIPT, bundle.resolve("gpu-check.sh"));
    commands = Files.createDirectories(bundle.resolve("commands"));
    Files.createDirectories(bundle.resolve("java/bin"));
    Files.createDirectories(bundle.resolve("app"));
  }

  private void program(Path file, String... lines) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private void java(String... lines) throws IOException {
    List<String> all = new ArrayList<>(List.of("echo \"called $*\""));
    all.addAll(List.of(lines));
    program(bundle.resolve("java/bin/java"), all.toArray(String[]::new));
  }

  private void gpuIsThere() throws IOException {
    program(commands.resolve("nvidia-smi"), "echo 'GPU 0: one that is made up'");
  }

  private record Outcome(int status, String said) {}

  private Outcome check(String... options) throws IOException, InterruptedException {
    Path said = bundle.resolve("said");
    List<String> command = new ArrayList<>(List.of("bash", bundle + "/gpu-check.sh"));
    command.addAll(List.of(options));
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(said.toFile());
    builder.environment().merge("PATH", "", (path, none) -> commands + File.pathSeparator + path);
    Process process = builder.start();
    if (!process.waitFor(120, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running: " + Files.readString(said));
    }
    return new Outcome(process.exitValue(), Files.readString(said));
  }

  @Test
  void machineWithoutAGpuIsGreenAndSaysSo() throws IOException, InterruptedException {
    java(LACKING);

    Outcome outcome = check();

    assertThat(outcome.said()).contains("NO GPU").contains("GPU-CHECK gpu=lacking failed=0");
    assertThat(outcome.said()).doesNotContain("--must-run");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void gpuThatIsThereAndCannotBeUsedIsRed() throws IOException, InterruptedException {
    java(LACKING);
    gpuIsThere();

    Outcome outcome = check();

    assertThat(outcome.said())
        .contains("A GPU IS THERE")
        .contains("GPU-CHECK gpu=lacking failed=1 ");
    assertThat(outcome.status()).isEqualTo(1);
  }

  @Test
  void whatNeedsTheGpuMustRunOnceItIsReady() throws IOException, InterruptedException {
    java(READY);
    gpuIsThere();

    Outcome outcome = check();

    assertThat(outcome.said())
        .contains("SuiteRun --must-run 100 kvproof.gpu.NixlDeviceContractTest")
        .contains("DeviceFigures --must-run")
        .contains("--memory vram");
    assertThat(outcome.status()).isZero();
  }

  @Test
  void stepThatFailsIsRed() throws IOException, InterruptedException {
    java(LACKING, "case \"$*\" in *DeviceFigures*) exit 3 ;; esac");

    Outcome outcome = check();

    assertThat(outcome.said()).contains("== figures FAILED with 3").contains("failed=1 ");
    assertThat(outcome.status()).isEqualTo(1);
  }

  /** The first step hangs and takes all the time that there is; the others are not begun. */
  @Test
  void hangingStepsEndTogetherAtTheDeadline() throws IOException, InterruptedException {
    java(HANGS);

    Outcome outcome = check("--seconds", "1");

    assertThat(outcome.said()).containsOnlyOnce("called ").contains("no time left: all of it may");
    assertThat(outcome.said())
        .containsPattern("GPU-CHECK gpu=lacking failed=7 seconds=\\d{1,2}\\b");
    assertThat(outcome.status()).isEqualTo(1);
  }
}
