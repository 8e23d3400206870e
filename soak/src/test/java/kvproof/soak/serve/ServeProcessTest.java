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
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            "kvproof.soak.SoakMain",
            "serve")
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
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
      for (int i = 0; i < 100; i++) {
        in.write("{\"op\":\"dump\"}\n");
      }
      in.close();

      assertThat(router.waitFor(30, SECONDS)).isTrue();
      assertThat(router.exitValue()).as("the harness failed").isEqualTo(3);
    } finally {
      router.destroyForcibly();
    }
  }
}
