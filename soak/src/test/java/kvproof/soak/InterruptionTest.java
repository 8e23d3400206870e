package kvproof.soak;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class InterruptionTest {

  @Test
  @Timeout(value = 60, unit = SECONDS)
  void processThatIsAskedToEndPrintsWhatHadRunAndSaysSoByItsExitCode(@TempDir Path folder)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                absoluteClassPath(),
                SoakMain.class.getName(),
                "soak",
                "--cases",
                "100000000")
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader out = process.inputReader()) {
      String line = out.readLine();
      while (line != null && !line.startsWith("  report")) {
        line = out.readLine();
      }

      process.toHandle().destroy(); // unlike destroy(), leaves the streams open
      List<String> rest = out.lines().toList();

      assertThat(process.waitFor()).isEqualTo(ExitCode.INTERRUPTED);
      assertThat(rest).anyMatch(last -> last.startsWith("interrupted: "));
      assertThat(rest.getLast()).startsWith("SOAK profile=all ");
    } finally {
      process.destroyForcibly();
    }
  }

  private static String absoluteClassPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(element -> Path.of(element).toAbsolutePath().toString())
        .collect(Collectors.joining(File.pathSeparator));
  }
}
