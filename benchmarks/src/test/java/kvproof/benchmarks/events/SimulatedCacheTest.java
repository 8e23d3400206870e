package kvproof.benchmarks.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

class SimulatedCacheTest {
  private static StreamPrompt prompt(long... local) {
    return StreamPrompt.of(local, local.length);
  }

  @Test
  void leavesGoBeforeTheirParentsAndTheOldestPromptFirst() {
    var cache = new SimulatedCache();
    StreamPrompt old = prompt(1, 2, 3);
    StreamPrompt young = prompt(1, 9);
    cache.touch(old, 0);
    cache.touch(young, 1);

    assertThat(cache.evictTo(2)).containsExactly(old.sequence(2), old.sequence(1));
    assertThat(cache.held(old)).isEqualTo(1);
    assertThat(cache.held(young)).isEqualTo(2);
  }

  @Test
  void promptLongerThanItsCapacityIsCut() {
    assertThat(StreamPrompt.of(new long[] {1, 2, 3}, 2).size()).isEqualTo(2);
  }

  /** One use of one block, as a list would have it. */
  private record Block(int time, int depth, long hash) {}

  @Test
  void whatGoesIsWhatASortedListWouldGiveUp() {
    var random = new SeededRandom(3);
    var cache = new SimulatedCache();
    Map<Long, Block> blocks = new HashMap<>();
    for (int time = 0; time < 400; time++) {
      long[] local = new long[1 + random.below(6)];
      for (int i = 0; i < local.length; i++) {
        local[i] = random.below(3);
      }
      StreamPrompt prompt = prompt(local);
      for (int depth = 0; depth < local.length; depth++) {
        blocks.put(prompt.sequence(depth), new Block(time, depth, prompt.sequence(depth)));
      }
      cache.touch(prompt, time);

      assertThat(cache.evictTo(12)).containsExactly(evicted(blocks, 12));
    }
  }

  private static long[] evicted(Map<Long, Block> blocks, int capacity) {
    List<Block> order = new ArrayList<>(blocks.values());
    order.sort(
        Comparator.comparing(Block::time).thenComparing(Block::depth, Comparator.reverseOrder()));
    List<Long> gone =
        order.stream().limit(Math.max(order.size() - capacity, 0)).map(Block::hash).toList();
    gone.forEach(blocks::remove);
    return gone.stream().mapToLong(Long::longValue).toArray();
  }
}
