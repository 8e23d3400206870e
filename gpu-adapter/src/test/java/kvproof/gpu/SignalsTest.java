package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kvproof.gpu.capi.LibraryLoader;
import kvproof.gpu.capi.NixlCapi;
import kvproof.model.transfer.TransferAgent;
import org.junit.jupiter.api.Test;

/** The library never takes the JVM's signals, whatever the environment asks of UCX. */
@OnNixl
class SignalsTest {
  private static final String FORCED = "forced";
  private static final String INHERITED = "inherited";

  @Test
  void nullChecksAndStackOverflowsGoOnWhateverWasInherited()
      throws IOException, InterruptedException {
    assertThat(statusOf(FORCED)).isZero();
  }

  /** What the first case would be blind to otherwise: such an environment ends a JVM. */
  @Test
  void environmentThatIsLeftAloneEndsTheJvm() throws IOException, InterruptedException {
    assertThat(statusOf(INHERITED)).isNotZero();
  }

  private static int statusOf(String mode) throws IOException, InterruptedException {
    ProcessBuilder builder = JvmProcess.of(SignalsTest.class, List.of(mode));
    builder.command().add(1, "-XX:-CreateCoredumpOnCrash");
    builder.command().add(1, "-XX:ErrorFile=/dev/null");
    builder
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(Map.of("UCX_HANDLE_ERRORS", "bt", "UCX_MEM_EVENTS", "y"));
    Process process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("still running after a minute");
    }
    return process.exitValue();
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
    int caught = 0;
    for (int round = 0; round < 1_000_000; round++) {
      try {
        caught += length(round % 3 == 0 ? null : "abc");
      } catch (NullPointerException expected) {
        caught++;
      }
    }
    for (int round = 0; round < 3; round++) {
      try {
        caught += endless(0);
      } catch (StackOverflowError expected) {
        caught++;
      }
    }
    if (caught < 1_000_000) {
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
