package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Memory is allocated, registered, copied, notified of and given back again and again, and what the
 * process has resident stays as it is. {@link Cycles} in a JVM of its own prints it.
 */
@OnNixl
class CyclesTest {
  private static final int CYCLES = 3_000;

  /** A leak of 2 KiB a cycle would be 3,000 KiB over the second half. */
  private static final long MOST_GROWTH_KIB = 2_500;

  @Test
  void cyclesLeaveNativeMemoryAsItWas() throws IOException, InterruptedException {
    assertThat(growthKib("clean")).isLessThan(MOST_GROWTH_KIB);
  }

  /** The check can fail: 4 KiB that every cycle keeps is seen. */
  @Test
  void smallLeakIsSeen() throws IOException, InterruptedException {
    assertThat(growthKib("leaking")).isGreaterThan(MOST_GROWTH_KIB);
  }

  /** Over the second half of the cycles: by then the library has the memory that it wants. */
  private static long growthKib(String mode) throws IOException, InterruptedException {
    Process process = Cycles.process(mode, CYCLES).start();
    String line = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertThat(process.waitFor()).as(line).isZero();
    List<Long> resident = Arrays.stream(line.strip().split(" ")).map(Long::valueOf).toList();
    assertThat(resident).hasSize(Cycles.PARTS);
    return resident.getLast() - resident.get(Cycles.PARTS / 2 - 1);
  }
}
