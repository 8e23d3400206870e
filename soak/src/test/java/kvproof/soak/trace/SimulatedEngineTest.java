package kvproof.soak.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Test;

class SimulatedEngineTest {
  private static final long[] PROMPT = LongStream.rangeClosed(1, 8).toArray();
  private static final WorkerWithDpRank RANK = new WorkerWithDpRank(1, 0);
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

  /** What is there already is published no second time, wherever in the prompt it lies. */
  @Test
  void onlyWhatIsMissingArrives() {
    engine.receive(PROMPT, 2, 4);
    engine.receive(PROMPT, 6, 7);
    events.clear();

    engine.receive(PROMPT, 0, 8);

    assertThat(events).containsExactly(stored(0, 2), stored(4, 6), stored(7, 8));
  }

  /** Six of eight host blocks arrive while it is full: what it has of them is no room to make. */
  @Test
  void roomIsNotMadeAtTheCostOfWhatArrives() {
    engine.receive(PROMPT, 4, 6);
    engine.receive(LongStream.rangeClosed(201, 206).toArray(), 0, 6);
    events.clear();

    engine.receive(PROMPT, 2, 8);

    assertThat(events)
        .containsExactly(
            new Removed(
                RANK,
                StorageTier.HOST_PINNED,
                TraceHashes.externals(new long[] {206, 205, 204, 203}, 0, 4)),
            stored(2, 4),
            stored(6, 8));
  }

  private static Stored stored(int start, int end) {
    return new Stored(
        RANK,
        StorageTier.HOST_PINNED,
        start == 0
            ? OptionalLong.empty()
            : OptionalLong.of(TraceHashes.external(PROMPT[start - 1])),
        TraceHashes.locals(PROMPT, start, end),
        TraceHashes.externals(PROMPT, start, end));
  }

  @Test
  void everythingHeldIsOnAllThreeTiers() {
    var small = new SimulatedEngine(RANK, 1, 1, 4, events::add);
    for (long id = 1; id <= 3; id++) {
      small.serve(new long[] {id});
    }
    List<HeldBlock> held = new ArrayList<>();

    small.addHeldTo(held);

    assertThat(held)
        .extracting(HeldBlock::tier, HeldBlock::externalHash)
        .containsExactlyInAnyOrder(
            tuple(StorageTier.DEVICE, TraceHashes.external(3)),
            tuple(StorageTier.HOST_PINNED, TraceHashes.external(2)),
            tuple(StorageTier.DISK, TraceHashes.external(1)));
  }

  /** Host blocks of the prompt whose predecessor is neither on the host nor on the device. */
  private List<Long> stranded() {
    return Arrays.stream(PROMPT)
        .filter(id -> id > 1 && engine.host().holds(id) && !engine.holds(id - 1))
        .boxed()
        .toList();
  }
}
