package kvproof.gpu;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kvproof.gpu.capi.LibraryLoader;
import kvproof.gpu.capi.NixlCapi;
import kvproof.model.transfer.TransferAgent;
import kvproof.testkit.transfer.JvmProcess;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The library never takes the JVM's signals, whatever the environment asks of UCX. */
@OnNixl
class SignalsTest {
  private static final String FORCED = "forced";
  private static final String INHERITED = "inherited";

  /** What UCX prints when it takes one. */
  private static final String TAKEN = "Caught signal 11";

  /** Divisible by three. */
  private static final int ROUNDS = 999_999;

  @TempDir Path folder;

  @Test
  void nullChecksAndStackOverflowsGoOnWhateverWasInherited()
      throws IOException, InterruptedException {
    Outcome outcome = outcomeOf(FORCED);

    assertThat(outcome.output()).doesNotContain(TAKEN);
    assertThat(outcome.status()).isZero();
  }

  /**
   * What the first case would be blind to otherwise: left alone, such an environment has the
   * library take a signal that the JVM needs. Mostly the JVM ends of it; it lives on where its
   * process has so small a number that it looks like an address near null.
   */
  @Test
  void environmentThatIsLeftAloneHasTheLibraryTakeSignals()
      throws IOException, InterruptedException {
    assertThat(outcomeOf(INHERITED).output()).contains(TAKEN);
  }

  private record Outcome(int status, String output) {}

  private Outcome outcomeOf(String mode) throws IOException, InterruptedException {
    ProcessBuilder builder = JvmProcess.of(SignalsTest.class, mode);
    builder.command().add(1, "-XX:-CreateCoredumpOnCrash");
    builder.command().add(1, "-XX:ErrorFile=/dev/null");
    Path output = folder.resolve("output");
    builder.redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().putAll(Map.of("UCX_HANDLE_ERRORS", "bt", "UCX_MEM_EVENTS", "y"));
    Process process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after a minute");
    }
    return new Outcome(process.exitValue(), Files.readString(output, ISO_8859_1));
  }

  /** An agent is open while the JVM meets a million nulls and some overflows of the stack. */
  public static void main(String[] arguments) {
    if (arguments[0].equals(INHERITED)) {
      NixlCapi capi =
          NixlCapi.in(LibraryLoader.load(NixlUnderTest.installed().file(), Arena.global()));
      NixlAgent agent = NixlAgent.open(capi, "alone", AgentSettings.defaults());
      provoke();
      agent.close();
    } else {
      try (NixlFabric fabric = new NixlFabric(NixlUnderTest.library());
          TransferAgent agent = fabric.agent("alone")) {
        provoke();
        agent.close();
      }
    }
  }

  private static void provoke() {
    int nulls = 0;
    int letters = 0;
    for (int round = 0; round < ROUNDS; round++) {
      try {
        letters += length(round % 3 == 0 ? null : "abc");
      } catch (NullPointerException expected) {
        nulls++;
      }
    }
    int overflows = 0;
    for (int round = 0; round < 3; round++) {
      try {
        letters += endless(0);
      } catch (StackOverflowError expected) {
        overflows++;
      }
    }
    if (nulls != ROUNDS / 3 || letters != ROUNDS / 3 * 2 * "abc".length() || overflows != 3) {
      System.exit(3);
    }
  }

  private static int length(String text) {
    return text.length();
  }

  private static int endless(int depth) {
    return endless(depth + 1) + 1;
  }
}
