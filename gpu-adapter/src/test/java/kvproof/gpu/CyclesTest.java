package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Memory is allocated, registered, copied, notified of and given back again and again, and what the
 * process has of native memory stays as it is. {@link Cycles} in a JVM of its own prints it.
 */
@OnNixl
class CyclesTest {
  private static final int CYCLES = 10_000;
  private static final int CYCLES_THAT_LEAK = 4_000;
  private static final int LEAK_BYTES = 512;

  /** An eighth of the planted leak. */
  private static final double MOST_BYTES_A_CYCLE = 64;

  /** What malloc does not know of, mapped by the library itself, comes in pages. */
  private static final double MOST_RESIDENT_BYTES_A_CYCLE = 512;

  private static final long PATIENCE_SECONDS = 300;

  @TempDir Path folder;

  /**
   * What a cycle of the second half leaves behind; by then the library has what it wants.
   *
   * @param mallocBytes the median of its tenths, so that what the JVM's own compiler takes or gives
   *     back once does not count
   * @param residentBytes all of it
   */
  private record Growth(double mallocBytes, double residentBytes) {}

  @Test
  void tenThousandCyclesLeaveNativeMemoryAsItWas() throws IOException, InterruptedException {
    Growth growth = growth(CYCLES, 0);

    assertThat(growth.mallocBytes()).isLessThan(MOST_BYTES_A_CYCLE);
    assertThat(growth.residentBytes()).isLessThan(MOST_RESIDENT_BYTES_A_CYCLE);
  }

  /** The check can fail: 512 bytes that every cycle keeps are seen, and how many they are. */
  @Test
  void smallLeakIsSeen() throws IOException, InterruptedException {
    assertThat(growth(CYCLES_THAT_LEAK, LEAK_BYTES).mallocBytes())
        .isBetween((double) LEAK_BYTES - MOST_BYTES_A_CYCLE, LEAK_BYTES * 1.5);
  }

  private Growth growth(int cycles, int leakBytes) throws IOException, InterruptedException {
    Path output = folder.resolve("output");
    Process process = Cycles.process(cycles, leakBytes).redirectOutput(output.toFile()).start();
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(output);
    assertThat(process.exitValue()).as(lines::toString).isZero();
    assertThat(lines).hasSize(2);
    long[] malloc = secondHalf(lines.getFirst());
    long[] resident = secondHalf(lines.getLast());
    return new Growth(
        medianStep(malloc) / (cycles / Cycles.PARTS),
        (resident[resident.length - 1] - resident[0]) * 1024 / (cycles / 2.0));
  }

  /** As it was half-way, and after each tenth from there. */
  private static long[] secondHalf(String line) {
    long[] parts = Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
    assertThat(parts).hasSize(Cycles.PARTS);
    return Arrays.copyOfRange(parts, Cycles.PARTS / 2 - 1, Cycles.PARTS);
  }

  private static double medianStep(long[] values) {
    double[] steps = new double[values.length - 1];
    Arrays.setAll(steps, i -> values[i + 1] - values[i]);
    return Estimate.median(steps);
  }
}
