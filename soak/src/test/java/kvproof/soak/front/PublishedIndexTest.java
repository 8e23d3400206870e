package kvproof.soak.front;

import static java.util.concurrent.TimeUnit.SECONDS;
import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import kvproof.events.ingest.Ingest;
import kvproof.events.ingest.RangeRequest;
import kvproof.events.ingest.RecoveryAnswer;
import kvproof.events.ingest.StreamBatch;
import kvproof.events.ingest.StreamRecovery;
import kvproof.events.ingest.StreamTerms;
import kvproof.events.ingest.publication.ClearScope;
import kvproof.events.ingest.publication.EventPublication;
import kvproof.events.ingest.publication.LocalIndex;
import kvproof.events.ingest.publication.PublicationPeer;
import kvproof.events.routerevent.ResidencyDomain;
import kvproof.events.routerevent.RouterEvent;
import kvproof.events.routerevent.RouterEventBridge;
import kvproof.events.routerevent.RouterEventData;
import kvproof.events.routerevent.RouterEventData.StoredBlock;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.identity.CacheOwnerId;
import kvproof.router.ReferenceRouter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A publisher with a real index of its own events, and routers that recover from it. */
@Timeout(60)
class PublishedIndexTest {
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank W1_1 = new WorkerWithDpRank(1, 1);
  private static final CacheOwnerId OWNER =
      CacheOwnerId.parse(
          "01".repeat(16) + ":" + "02".repeat(16) + "/0000000000000003/" + "04".repeat(16));

  private final ExecutorService builder = Executors.newSingleThreadExecutor();

  @AfterEach
  void endBuilder() throws Exception {
    builder.shutdown();
    assertThat(builder.awaitTermination(20, SECONDS)).isTrue();
  }

  /** Over router events, as they travel. */
  private static final class RouterEventIndex implements LocalIndex<RouterEvent> {
    private final ReferenceRouter index = new ReferenceRouter();
    private final RouterEventBridge bridge = new RouterEventBridge();

    @Override
    public synchronized boolean enqueue(RouterEvent event) {
      bridge.toModel(event).ifPresent(index::apply);
      return true;
    }

    @Override
    public boolean applyEverywhere(RouterEvent clear) {
      return enqueue(clear);
    }

    @Override
    public synchronized List<RouterEvent> dump() {
      return bridge.dump(index.dump().events());
    }

    static ClearScope scope(RouterEvent event) {
      if (!(event.data() instanceof RouterEventData.Cleared)) {
        return ClearScope.NONE;
      }
      return switch (event.domain()) {
        case UNSPECIFIED -> ClearScope.ALL;
        case WORKER, CACHE_OWNER -> ClearScope.PART;
        case UNSUPPORTED -> ClearScope.NONE;
      };
    }
  }

  private final RouterEventIndex local = new RouterEventIndex();
  private final EventPublication<RouterEvent> publication =
      new EventPublication<>(local, RouterEventIndex::scope, 100, builder);
  private long nextId;

  private void publish(RouterEvent event) {
    assertThat(publication.publish(nextId, event)).isTrue();
    nextId++;
  }

  private static RouterEvent stored(
      WorkerWithDpRank rank, StorageTier tier, long parent, long block) {
    return RouterEvent.ofRank(
        rank,
        tier,
        0,
        new RouterEventData.Stored(
            parent == 0 ? OptionalLong.empty() : OptionalLong.of(parent),
            OptionalInt.empty(),
            List.of(StoredBlock.of(100 + block, block))));
  }

  private static RouterEvent ofOwner(RouterEvent event) {
    return new RouterEvent(
        new WorkerWithDpRank(0, 0),
        event.tier(),
        ResidencyDomain.CACHE_OWNER,
        event.eventId(),
        event.data(),
        Optional.of(OWNER),
        Optional.empty());
  }

  private static RouterEvent clearOf(WorkerWithDpRank rank, ResidencyDomain domain) {
    return new RouterEvent(
        rank, DEVICE, domain, 0, new RouterEventData.Cleared(), Optional.empty(), Optional.empty());
  }

  private RecoveryAnswer.Dump<RouterEvent> dumped() throws Exception {
    RecoveryAnswer<RouterEvent> answer =
        publication.query(RangeRequest.from(OptionalLong.empty())).get(20, SECONDS);
    return (RecoveryAnswer.Dump<RouterEvent>) answer;
  }

  private static List<HeldBlock> replayed(List<RouterEvent> events) {
    var index = new ReferenceRouter();
    var bridge = new RouterEventBridge();
    events.forEach(event -> bridge.toModel(event).ifPresent(index::apply));
    return index.heldBlocks();
  }

  @Test
  void b12DumpHasEveryTierOnItsOwnAndKeepsCacheOwners() throws Exception {
    publish(stored(W1, DEVICE, 0, 1));
    publish(stored(W1, HOST_PINNED, 101, 2));
    publish(stored(W1, DISK, 102, 3));
    publish(ofOwner(stored(W1, HOST_PINNED, 0, 1)));

    RecoveryAnswer.Dump<RouterEvent> dump = dumped();

    assertThat(dump.lastEventId()).isEqualTo(3);
    assertThat(dump.events())
        .extracting(RouterEvent::tier)
        .containsExactlyInAnyOrder(DEVICE, HOST_PINNED, DISK, HOST_PINNED);
    assertThat(dump.events())
        .filteredOn(event -> event.domain() == ResidencyDomain.CACHE_OWNER)
        .singleElement()
        .satisfies(event -> assertThat(event.stateSource()).contains(OWNER));
    assertThat(replayed(dump.events())).isEqualTo(local.index.heldBlocks()).hasSize(4);
  }

  @Test
  void b13ClearOfOneRankLeavesTheOtherOfThePublisherAlone() throws Exception {
    for (WorkerWithDpRank rank : List.of(W1, W1_1)) {
      publish(stored(rank, DEVICE, 0, 1));
      publish(stored(rank, HOST_PINNED, 101, 2));
      publish(stored(rank, DISK, 102, 3));
    }

    publish(clearOf(W1, ResidencyDomain.WORKER));

    assertThat(replayed(dumped().events()))
        .extracting(HeldBlock::owner, HeldBlock::tier)
        .containsExactly(tuple(W1_1, DEVICE), tuple(W1_1, HOST_PINNED), tuple(W1_1, DISK));
  }

  @Test
  void b11UnsupportedDomainIsIgnoredAndBuffered() throws Exception {
    publish(stored(W1, DEVICE, 0, 1));
    RouterEvent odd = stored(W1, DEVICE, 0, 9);
    publish(
        new RouterEvent(
            W1,
            DEVICE,
            ResidencyDomain.UNSUPPORTED,
            0,
            odd.data(),
            Optional.empty(),
            Optional.empty()));

    assertThat(local.index.heldBlocks()).hasSize(1);
    RecoveryAnswer<RouterEvent> range =
        publication.query(RangeRequest.from(OptionalLong.of(1))).get(20, SECONDS);
    assertThat(range)
        .isInstanceOfSatisfying(
            RecoveryAnswer.Events.class, events -> assertThat(events.newest()).isEqualTo(1));
  }

  /** Over model events, for a router in the same process. */
  private static final class ModelIndex implements LocalIndex<KvCacheEvent> {
    private final ReferenceRouter index = new ReferenceRouter();

    @Override
    public synchronized boolean enqueue(KvCacheEvent event) {
      index.apply(event);
      return true;
    }

    @Override
    public boolean applyEverywhere(KvCacheEvent clear) {
      return enqueue(clear);
    }

    @Override
    public synchronized List<KvCacheEvent> dump() {
      return List.copyOf(index.dump().events());
    }
  }

  @Test
  void routerThatMissedMoreThanIsKeptHoldsWhatThePublisherHolds() {
    var own = new ModelIndex();
    EventPublication<KvCacheEvent> events =
        new EventPublication<>(
            own, event -> event instanceof Cleared ? ClearScope.ALL : ClearScope.NONE, 4, builder);
    var router = new ReferenceRouter();
    var ingest = new Ingest(router::take, _ -> false);
    var peer = new PublicationPeer(events, Duration.ofSeconds(20));
    ingest.open(new StreamTerms(W1, new StreamRecovery.Peer(peer), false));

    List<KvCacheEvent> history = new ArrayList<>();
    for (long block = 1; block <= 30; block++) {
      history.add(
          new Stored(
              W1,
              block % 3 == 0 ? HOST_PINNED : DEVICE,
              block == 1 ? OptionalLong.empty() : OptionalLong.of(99 + block),
              BlockHashes.of(block),
              BlockHashes.of(100 + block)));
      if (block % 7 == 0) {
        history.add(new Removed(W1, DEVICE, BlockHashes.of(98 + block)));
      }
    }
    for (int id = 0; id < history.size(); id++) {
      events.publish(id, history.get(id));
      if (id % 9 == 0 || id % 9 == 5) { // the rest is lost: four batches, or three, which are kept
        ingest.receive(W1, 1, StreamBatch.of(id, List.of(history.get(id))));
      }
    }
    ingest.receive(W1, 1, StreamBatch.of(history.size() - 1, List.of(history.getLast())));

    assertThat(router.heldBlocks()).isEqualTo(own.index.heldBlocks());
    assertThat(ingest.counts().byLabel()).containsKeys("dumps", "stale").doesNotContainKey("gaps");
    assertThat(ingest.status(W1).orElseThrow().isGapped()).isFalse();
  }
}
