package kvproof.soak.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

class SimulatedEngineTest {
  private static final long[] PROMPT = LongStream.rangeClosed(1, 8).toArray();
  private static final long[] OTHER = {101, 102};

  private final List<KvCacheEvent> events = new ArrayList<>();
  private final SimulatedEngine engine =
      new SimulatedEngine(new WorkerWithDpRank(1, 0), 4, 8, events::add);

  /** A prefix that the device serves grows no older on the host than what is fetched there. */
  @Test
  void fs34LookUpsThatFetchOnlyTheTailDoNotStrandIt() {
    engine.receive(PROMPT, 0, 8);
    engine.serve(Arrays.copyOf(PROMPT, 4));
    for (int lookUp = 0; lookUp < 10; lookUp++) {
      engine.receive(PROMPT, 4, 8);
      engine.serve(PROMPT);
    }
    events.clear();

    engine.receive(OTHER, 0, 2);

    assertThat(events.getFirst())
        .isEqualTo(
            new Removed(
                new WorkerWithDpRank(1, 0),
                StorageTier.HOST_PINNED,
                TraceHashes.externals(new long[] {8, 7}, 0, 2)));
    assertThat(stranded()).isEmpty();
  }

  /** Host blocks of the prompt whose predecessor is neither on the host nor on the device. */
  private List<Long> stranded() {
    return Arrays.stream(PROMPT)
        .filter(id -> id > 1 && engine.host().holds(id) && !engine.holds(id - 1))
        .boxed()
        .toList();
  }
}
