package kvproof.mocknixl.net;

import static kvproof.mocknixl.LaunchedTests.ran;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Classes that leak or do not, run within this one as any other is run. */
class NoBufferLeakedTest {
  private static final int BYTES = 100;

  static class Releases {
    @Test
    void buffer() {
      PooledByteBufAllocator.DEFAULT.buffer(BYTES).release();
    }
  }

  static class Leaks {
    @Test
    void buffer() {
      PooledByteBufAllocator.DEFAULT.buffer(BYTES).writeByte(1);
    }
  }

  static class LeaksInside {
    @Nested
    class Group {
      @Test
      void buffer() {
        ByteBuf buffer = PooledByteBufAllocator.DEFAULT.buffer(BYTES);
        buffer.readRetainedSlice(0).release();
      }
    }
  }

  private static void failsForALeak(Class<?> test) {
    TestExecutionSummary summary = ran(test);

    assertThat(summary.getTestsSucceededCount()).isOne();
    assertThat(summary.getContainersFailedCount()).isOne();
    assertThat(summary.getFailures().getFirst().getException())
        .hasMessageContaining("ByteBuf was never released")
        .hasMessageContaining(test.getSimpleName());
  }

  @Test
  void classThatReleasesItsBuffersPasses() {
    TestExecutionSummary summary = ran(Releases.class);

    assertThat(summary.getTestsSucceededCount()).isOne();
    assertThat(summary.getTotalFailureCount()).isZero();
  }

  @Test
  void classThatLeaksABufferFails() {
    failsForALeak(Leaks.class);
  }

  @Test
  void leakInAGroupFailsTheClassAroundIt() {
    failsForALeak(LeaksInside.class);
  }
}
