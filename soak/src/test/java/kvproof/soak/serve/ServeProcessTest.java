package kvproof.soak.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The router as another program meets it: a child process with pipes. */
@Timeout(60)
class ServeProcessTest {

  private static Process start() throws IOException {
    return builder("-Xmx128m").redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static ProcessBuilder builder(String memory) {
    return new ProcessBuilder(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        memory,
        "-cp",
        System.getProperty("java.class.path"),
        "kvproof.soak.SoakMain",
        "serve");
  }

  @Test
  void conversesAndEndsWithItsInput() throws Exception {
    Process router = start();
    Writer in = new OutputStreamWriter(router.getOutputStream(), UTF_8);
    try (BufferedReader out =
        new BufferedReader(new InputStreamReader(router.getInputStream(), UTF_8))) {
      in.write("{\"op\":\"hello\",\"protocol\":1}\n");
      in.flush();
      assertThat(out.readLine()).contains("\"name\":\"kvproof-reference\"");

      in.write("{\"op\":\"stored\",\"worker\":1,\"blocks\":[[1,101]]}\nbroken\n");
      in.write("{\"op\":\"query\",\"local\":[1],\"targets\":[[2,0]]}\n");
      in.close();

      assertThat(out.readLine()).startsWith("{\"line\":3,\"error\":\"not JSON");
      assertThat(out.readLine()).contains("\"choices\":[[2,0,0,[1,0],1]]");
      assertThat(out.readLine()).isNull();
      assertThat(router.waitFor(30, SECONDS)).isTrue();
      assertThat(router.exitValue()).isZero();
    } finally {
      router.destroyForcibly();
    }
  }

  @Test
  void endsWhenItsAnswersCanNoLongerBeRead() throws Exception {
    Process router = start();
    Writer in = new OutputStreamWriter(router.getOutputStream(), UTF_8);
    try {
      router.getInputStream().close();
      writeWhileSomebodyReads("{\"op\":\"dump\"}\n", 1_000_000, in);

      assertThat(router.waitFor(30, SECONDS)).as("ends while its input is open").isTrue();
      assertThat(router.exitValue()).as("the harness failed").isEqualTo(3);
    } finally {
      router.destroyForcibly();
    }
  }

  /** The input stays open, so that its end is no reason to end. */
  private static void writeWhileSomebodyReads(String line, int times, Writer in) {
    try {
      for (int i = 0; i < times; i++) {
        in.write(line);
      }
      in.flush();
    } catch (IOException gone) {
      assertThat(gone).hasMessageContaining("pipe");
    }
  }

  @Test
  void answersThatNobodyReadsEndItBeforeItsMemoryDoes() throws Exception {
    Process router = builder("-Xmx64m").start();
    Writer in = new OutputStreamWriter(router.getOutputStream(), UTF_8);
    try (BufferedReader err = router.errorReader(UTF_8)) {
      for (int block = 1; block <= 200; block++) {
        in.write("{\"op\":\"stored\",\"worker\":1,\"blocks\":[[" + block + "," + block + "]]}\n");
      }
      writeWhileSomebodyReads("{\"op\":\"dump\"}\n", 50_000, in);

      assertThat(err.readLine()).contains("nobody reads them");
      assertThat(router.waitFor(30, SECONDS)).isTrue();
      assertThat(router.exitValue()).as("the harness failed").isEqualTo(3);
    } finally {
      router.destroyForcibly();
    }
  }

  @Test
  void endsAtOnceWhenAskedTo() throws Exception {
    Process router = start();
    Writer in = new OutputStreamWriter(router.getOutputStream(), UTF_8);
    try (BufferedReader out = router.inputReader(UTF_8)) {
      in.write("{\"op\":\"hello\",\"protocol\":1}\n");
      in.flush();
      assertThat(out.readLine()).contains("hello");

      router.toHandle().destroy(); // unlike destroy(), leaves the input open: it must not matter

      assertThat(router.waitFor(20, SECONDS)).as("hangs in a read").isTrue();
      assertThat(router.exitValue()).as("interrupted").isEqualTo(130);
    } finally {
      router.destroyForcibly();
    }
  }
}
