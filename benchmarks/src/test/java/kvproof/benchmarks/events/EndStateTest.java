package kvproof.benchmarks.events;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.router.ReferenceRouter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class EndStateTest {
  private static final EventStream STREAM = smallStream();

  private static EventStream smallStream() {
    List<EventStream.Served> served = new ArrayList<>();
    for (int request = 0; request < 300; request++) {
      long[] local = new long[4 + request % 5];
      for (int i = 0; i < local.length; i++) {
        local[i] = i < 3 ? request % 7 * 100 + i : request * 1_000L + i;
      }
      served.add(new EventStream.Served(request % 5, local));
    }
    return EventStream.simulate(40, served);
  }

  private static EndState after(List<KvCacheEvent> events, StorageTier tier) {
    var router = new ReferenceRouter();
    events.forEach(router::apply);
    return EndState.of(STREAM, tier, EndState.of(router));
  }

  @ParameterizedTest
  @EnumSource(names = {"DEVICE", "HOST_PINNED"})
  void wholeStreamLeavesWhatTheCachesHold(StorageTier tier) {
    EndState end = after(STREAM.on(tier).events(), tier);

    assertThat(end.isRight()).as(end::toString).isTrue();
    assertThat(end.residentBlocks()).isPositive();
    assertThat(STREAM.storedBlocks() - STREAM.removedBlocks()).isEqualTo(end.residentBlocks());
  }

  @Test
  void storeThatIsDroppedIsNoticed() {
    List<KvCacheEvent> events = new ArrayList<>(STREAM.events());
    events.remove(lastOf(events, Stored.class));

    assertThat(after(events, StorageTier.DEVICE).isRight()).isFalse();
  }

  @Test
  void removalThatIsDroppedIsNoticed() {
    List<KvCacheEvent> events = new ArrayList<>(STREAM.events());
    events.remove(lastOf(events, Removed.class));

    assertThat(after(events, StorageTier.DEVICE).differingBlocks()).isPositive();
  }

  @Test
  void oneBlockLessIsNoticed() {
    List<KvCacheEvent> events = new ArrayList<>(STREAM.events());
    int at = lastOf(events, Stored.class);
    Stored whole = (Stored) events.get(at);
    int kept = whole.localHashes().size() - 1;
    events.set(
        at,
        new Stored(
            whole.owner(),
            whole.tier(),
            whole.parent(),
            whole.localHashes().slice(0, kept),
            whole.externalHashes().slice(0, kept)));

    assertThat(after(events, StorageTier.DEVICE).differingBlocks()).isEqualTo(1);
  }

  @Test
  void blocksOnAnotherTierAreNoticed() {
    EndState end = after(STREAM.on(StorageTier.HOST_PINNED).events(), StorageTier.DEVICE);

    assertThat(end.differingBlocks()).isEqualTo(2 * end.residentBlocks());
  }

  @Test
  void rightBlocksUnderAWrongLocalHashAreNoticedByTheirPrefixes() {
    List<KvCacheEvent> events = new ArrayList<>();
    for (KvCacheEvent event : STREAM.events()) {
      events.add(
          event instanceof Stored stored
              ? new Stored(
                  stored.owner(),
                  stored.tier(),
                  stored.parent(),
                  stored.externalHashes(),
                  stored.externalHashes())
              : event);
    }
    EndState end = after(events, StorageTier.DEVICE);

    assertThat(end.differingBlocks()).isZero();
    assertThat(end.differingPrefixes()).isPositive();
  }

  @Test
  void everyFeedEndsWhereTheCachesAre() throws InterruptedException {
    for (Feed feed : Feed.ALL) {
      try (Feed.Fed pool = feed.pool(STREAM.events());
          Feed.Fed drain = feed.drain(STREAM.events())) {
        assertThat(EndState.of(STREAM, StorageTier.DEVICE, pool.router()).isRight()).isTrue();
        assertThat(EndState.of(STREAM, StorageTier.DEVICE, drain.router()).isRight()).isTrue();
      }
    }
  }

  private static int lastOf(List<KvCacheEvent> events, Class<?> kind) {
    int at = events.size() - 1;
    while (!kind.isInstance(events.get(at))) {
      at--;
    }
    return at;
  }
}
