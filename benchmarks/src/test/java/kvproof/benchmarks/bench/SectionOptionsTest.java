package kvproof.benchmarks.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class SectionOptionsTest {
  private static int execute(String... args) {
    return BenchMain.execute(args, new PrintStream(new ByteArrayOutputStream()));
  }

  @Test
  void masksThatOverlapAreRefusedBeforeAnythingRuns() {
    assertThat(
            execute(
                "bench",
                "--overload",
                "--issuer-cpus",
                "0",
                "--lane-cpus",
                "0,1",
                "--reader-cpus",
                "2"))
        .isEqualTo(2);
  }

  @Test
  void laneMaskWithoutAReaderMaskIsRefused() {
    assertThat(execute("bench", "--overload", "--lane-cpus", "0")).isEqualTo(2);
  }
}
