package kvproof.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayBufferTest {
  private static List<String> replayed(ReplayBuffer buffer, long start) {
    List<String> batches = new ArrayList<>();
    ReplayEnd end =
        buffer.replay(start, (sequence, payload) -> batches.add(sequence + ":" + payload[0]));
    assertThat(end).isEqualTo(new ReplayEnd.Complete(batches.size()));
    return batches;
  }

  private static ReplayBuffer holding(int capacity, int batches) {
    var buffer = new ReplayBuffer(capacity);
    for (int i = 0; i < batches; i++) {
      assertThat(buffer.add(new byte[] {(byte) (10 + i)})).isEqualTo(i);
    }
    return buffer;
  }

  @Test
  void startsAtTheRequestedBatch() {
    assertThat(replayed(holding(8, 4), 2)).containsExactly("2:12", "3:13");
  }

  @Test
  void startsAtTheOldestKeptBatchWhereTheRequestedOneIsGone() {
    ReplayBuffer buffer = holding(2, 5);

    assertThat(replayed(buffer, 0)).containsExactly("3:13", "4:14");
    assertThat(buffer.nextSequence()).isEqualTo(5);
  }

  @Test
  void hasNothingFromTheFuture() {
    assertThat(replayed(holding(8, 4), 4)).isEmpty();
    assertThat(replayed(holding(8, 4), -1)).isEmpty();
  }

  @Test
  void withoutRoomItCountsAndKeepsNothing() {
    assertThat(replayed(holding(0, 3), 0)).isEmpty();
    assertThat(holding(0, 3).nextSequence()).isEqualTo(3);
    assertThatThrownBy(() -> new ReplayBuffer(-1)).hasMessageContaining("-1");
  }

  @Test
  void replaySeesTheBufferAsItWasWhenItBegan() {
    ReplayBuffer buffer = holding(2, 2);
    List<Long> sequences = new ArrayList<>();

    buffer.replay(
        0,
        (sequence, _) -> {
          sequences.add(sequence);
          buffer.add(new byte[] {1});
        });

    assertThat(sequences).containsExactly(0L, 1L);
  }
}
