package kvproof.benchmarks.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetainedHeapTest {
  private static final int ARRAYS = 1_000;
  private static final int LONGS = 1_000;

  /** Every other array is garbage by the time it is measured. */
  @Test
  void whatIsKeptCountsAndWhatWasDroppedDoesNot() {
    long bytes =
        RetainedHeap.of(
            () -> {
              List<long[]> kept = new ArrayList<>();
              for (int i = 0; i < 2 * ARRAYS; i++) {
                long[] array = new long[LONGS];
                if (i % 2 == 0) {
                  kept.add(array);
                }
              }
              return kept;
            });

    long held = (long) ARRAYS * LONGS * Long.BYTES;
    assertThat(bytes).isBetween(held * 8 / 10, held * 14 / 10);
  }
}
