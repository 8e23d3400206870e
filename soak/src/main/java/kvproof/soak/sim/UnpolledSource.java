package kvproof.soak.sim;

import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.mocknixl.progress.ProgressLedger;
import kvproof.mocknixl.progress.Unprogressed;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.HintedFetch;
import kvproof.model.BlockHashes;
import kvproof.model.FetchResult;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvHintAction;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * Fetches of one target from one source, over the peer protocol and in virtual time; for each it is
 * said whether anybody polls the source. Both agents are watched, so that a time-out has a name.
 */
public final class UnpolledSource {
  private static final WorkerWithDpRank TARGET = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank SOURCE = new WorkerWithDpRank(2, 0);
  private static final int SLOTS = 16;
  private static final int MOST_STEPS = 100;

  /** Until a target that knows of no source is known to it, and everything has been said. */
  private static final int INTRODUCTION_STEPS = 5;

  private final ProgressLedger ledger = new ProgressLedger();
  private final SimWorld world =
      new SimWorld(
          List.of(TARGET, SOURCE),
          new TreeMap<>(),
          BlockLayout.whole(64),
          SLOTS,
          SimParts.agents(ledger::watched));
  private final SimNode target = world.node(TARGET);
  private final SimNode source = world.node(SOURCE);

  /**
   * What was known when the wait was over.
   *
   * @param atMillis since the fetch was asked for
   * @param unprogressed who was not driven meanwhile
   * @param reservedSlots of the target, which nobody may use for anything else
   */
  public record Told(
      FetchResult result, long atMillis, List<Unprogressed> unprogressed, int reservedSlots) {
    public Told {
      unprogressed = List.copyOf(unprogressed);
    }
  }

  /** The source stores these blocks in host memory, as a chain from the root. */
  public void store(BlockHashes localHashes, BlockHashes externalHashes) {
    world.apply(
        new Stored(
            SOURCE, StorageTier.HOST_PINNED, OptionalLong.empty(), localHashes, externalHashes));
  }

  /**
   * Fetches a chain that the target lacks; both know each other before. A source that was not
   * polled for as long as its own time-out serves nothing any more. Throws {@link AssertionError}
   * if the wait does not end.
   */
  public Told fetch(String requestId, BlockHashes chain, boolean isSourcePolled) {
    String endpoint = "sim://" + SOURCE;
    SimProcess process = target.process();
    world.network().listen(endpoint, source.process().wire());
    process.notice(endpoint, source.process().self().incarnation());
    HintedFetch fetch =
        HintedFetch.start(
            target.worker(),
            process.target(),
            requestId,
            new KvHintAction.Fetch(requestId, chain, endpoint));
    process.follow(fetch, endpoint);
    tick(INTRODUCTION_STEPS);
    source.freeze(!isSourcePolled);
    long mark = ledger.mark();
    long start = world.clock().getAsLong();
    fetch.ask();
    for (int steps = 0; !fetch.isTold(); steps++) {
      if (steps == MOST_STEPS) {
        throw new AssertionError("a wait goes on after " + MOST_STEPS + " ms: " + requestId);
      }
      tick(1);
    }
    List<Unprogressed> unprogressed =
        ledger.unprogressed(source.process().self().agent(), process.self().agent(), mark);
    int reserved = target.worker().host().reserved();
    fetch.computeHole();
    process.target().discardHint(requestId);
    return new Told(
        fetch.result(),
        (world.clock().getAsLong() - start) / SimWorld.STEP.toNanos(),
        unprogressed,
        reserved);
  }

  /** Slots of the target that are still reserved after both were polled for so long. */
  public int reservedAfterPolling(int millis) {
    source.freeze(false);
    tick(millis);
    return target.worker().host().reserved();
  }

  private void tick(int steps) {
    for (int i = 0; i < steps; i++) {
      world.tick(SimWorld.Watcher.NOBODY);
    }
  }

  /** Closes everything; what is left then, and what is wrong, in words. */
  public List<String> close() {
    List<String> wrong = WorldAtRest.wrongBlocks(world);
    return wrong.isEmpty() ? WorldAtRest.close(world) : wrong;
  }
}
