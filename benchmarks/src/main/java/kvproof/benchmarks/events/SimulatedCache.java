package kvproof.benchmarks.events;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The blocks of one worker: least recently used first, leaves before their parents. */
final class SimulatedCache {
  /*
   * All blocks of a prompt are used at one time, so what is to go is found prompt by prompt: the
   * oldest one from its end to its root, but for blocks that a later prompt used again.
   */
  private static final class Use {
    final StreamPrompt prompt;
    final int time;
    int left;

    Use(StreamPrompt prompt, int time) {
      this.prompt = prompt;
      this.time = time;
      this.left = prompt.size();
    }
  }

  private final Map<Long, Integer> lastUse = new HashMap<>();
  private final Deque<Use> uses = new ArrayDeque<>();

  /** Leading blocks of the prompt that are resident. */
  int held(StreamPrompt prompt) {
    int held = 0;
    while (held < prompt.size() && lastUse.containsKey(prompt.sequence(held))) {
      held++;
    }
    return held;
  }

  /** Makes every block of the prompt resident, used at {@code time}, which only ever grows. */
  void touch(StreamPrompt prompt, int time) {
    for (int position = 0; position < prompt.size(); position++) {
      lastUse.put(prompt.sequence(position), time);
    }
    uses.addLast(new Use(prompt, time));
  }

  /** Drops blocks until no more than {@code capacity} are left; returns them in that order. */
  long[] evictTo(int capacity) {
    long[] evicted = new long[Math.max(lastUse.size() - capacity, 0)];
    int count = 0;
    while (count < evicted.length) {
      Use oldest = uses.getFirst();
      if (oldest.left == 0) {
        uses.removeFirst();
        continue;
      }
      long hash = oldest.prompt.sequence(--oldest.left);
      if (lastUse.remove(hash, oldest.time)) {
        evicted[count++] = hash;
      }
    }
    return evicted;
  }

  /** The resident hashes, ascending. */
  long[] sorted() {
    return lastUse.keySet().stream().mapToLong(Long::longValue).sorted().toArray();
  }
}
