package kvproof.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same seed comes to the same result on every machine and however the process is started. */
class DeterminismTest {
  private static final String[] FEW_CASES = {"soak", "--cases", "20", "--seed", "7"};

  @TempDir Path folder;

  /**
   * What a hundred cases come to. A change here says that the drawn cases or what a router says of
   * them have changed: mean it, then pin the new digest.
   */
  @ParameterizedTest
  @CsvSource({
    "engine, 3fe3a42f40be4572",
    "consistent, bfef59c2934de7ce",
    "irregular, c5914c731b7a8b20",
    "fetch, b0d3edb673be0f41",
    "full, 701b2a136a97139f"
  })
  void digestOfAHundredCasesIsTheSameEverywhere(String profile, String digest) {
    var command = new CommandRunner(folder);

    int exitCode = command.run("soak", "--profile", profile, "--cases", "100", "--seed", "7");

    assertThat(exitCode).isEqualTo(ExitCode.AGREED);
    assertThat(closingLines(command.out()))
        .singleElement()
        .asString()
        .contains(" cases=100 diverged=0 ")
        .endsWith(" digest=" + digest);
  }

  /** Interpreted, on one thread and with little memory; and in another language and time zone. */
  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void processThreadsLocaleAndTimeZoneDoNotShow() throws IOException, InterruptedException {
    var inProcess = new CommandRunner(folder);
    inProcess.run(FEW_CASES);

    String interpreted = outputOf(List.of("-Xint", "-Xmx128m"), "1");
    String abroad =
        outputOf(
            List.of(
                "-Duser.language=tr",
                "-Duser.country=TR",
                "-Duser.timezone=Asia/Kathmandu",
                "-Dfile.encoding=ISO-8859-1"),
            "2");

    List<String> expected = closingLines(inProcess.out());
    assertThat(expected).hasSize(4);
    assertThat(closingLines(interpreted)).isEqualTo(expected);
    assertThat(closingLines(abroad)).isEqualTo(expected);
  }

  private static List<String> closingLines(String out) {
    return out.lines().filter(line -> line.startsWith("SOAK profile=")).toList();
  }

  private String outputOf(List<String> jvmOptions, String threads)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    command.addAll(List.of("-cp", absoluteClassPath(), SoakMain.class.getName()));
    command.addAll(List.of(FEW_CASES));
    command.addAll(List.of("--threads", threads));
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var out = process.inputReader()) {
      String lines = out.lines().collect(Collectors.joining("\n"));
      assertThat(process.waitFor()).isEqualTo(ExitCode.AGREED);
      return lines;
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
