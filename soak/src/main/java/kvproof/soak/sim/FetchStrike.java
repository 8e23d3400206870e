package kvproof.soak.sim;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.mocknixl.worker.HintedFetch;
import kvproof.model.FetchFault;
import kvproof.model.FetchPhase;
import kvproof.model.HashText;
import kvproof.model.KvHintAction;
import kvproof.model.StorageTier;

/**
 * The fault of one fetch: some lie in wait before it begins, the others act when the fetch comes
 * into their phase.
 */
final class FetchStrike {
  private final SimWorld world;
  private final SimNode target;
  private final SimNode asked;
  private final SimProcess targetLife;
  private final SimProcess askedLife;
  private final KvHintAction.Fetch hint;
  private final Optional<FetchFault> fault;
  private final FaultsInWait inWait;
  private List<String> endpoints = List.of();
  private boolean hasStruck;
  private boolean isOver;
  private long hintedAtNanos;

  FetchStrike(
      SimWorld world,
      SimNode target,
      SimNode asked,
      KvHintAction.Fetch hint,
      Optional<FetchFault> fault) {
    this.world = world;
    this.target = target;
    this.asked = asked;
    this.targetLife = target.process();
    this.askedLife = asked.process();
    this.hint = hint;
    this.fault = fault;
    this.inWait =
        new FaultsInWait(world.clock(), targetLife, askedLife, new WrittenBytes(world, asked));
  }

  /**
   * Before the hint is given: whatever has to lie in wait does so. A fetch that will ask for
   * nothing is left alone, for nothing could be seen of it.
   */
  void arm() {
    isOver = lacking().findAny().isEmpty();
    if (!isOver) {
      fault.ifPresent(armed -> inWait.arm(armed, hint.sourceControlEndpoint(), isOfEvenLength()));
    }
  }

  /** The fetch has come into that phase. */
  void reached(FetchPhase phase, HintedFetch fetch) {
    if (phase == FetchPhase.HINTED) {
      hintedAtNanos = world.clock().getAsLong(); // which is when the target asks, too
    }
    if (!isOver && fault.filter(f -> f.phase() == phase).isPresent()) {
      isOver = true;
      act(fault.get(), fetch);
    }
  }

  private void act(FetchFault striking, HintedFetch fetch) {
    switch (striking.kind()) {
      case SOURCE_RESTARTED -> {
        crashSource();
        world.restart(asked, endpoints);
      }
      case SOURCE_CRASHED -> crashSource();
      case BLOCK_EVICTED -> victim(striking.phase()).ifPresent(this::evict);
      case EVICTED_WHILE_PINNED -> pinned(striking.phase()).ifPresent(this::evictPinned);
      case SLOT_REUSE -> {
        if (striking.phase() == FetchPhase.HINTED) {
          victim(striking.phase()).ifPresent(this::reuse);
        } else {
          pinned(striking.phase()).ifPresent(this::reusePinned);
        }
      }
      case FOREIGN_BYTES -> spoil();
      case SOURCE_STALLED -> stall();
      case CANCELLED -> {
        hasStruck = true;
        fetch.cancel();
      }
      case TARGET_CRASHED -> crashTarget();
      case LATE_NOTIFICATION -> inWait.delayReport(untilDeadline());
      case DEREGISTRATION -> {
        if (targetLife.worker().tryReleaseMemory()) {
          throw new AssertionError(target.owner() + " took its memory back under a write");
        }
        inWait.targetRefused();
      }
      case OTHER_BLOCKS_BYTES,
          TORN_WRITE,
          PARTIAL_WRITE,
          EARLY_NOTIFICATION,
          LOST_NOTIFICATION,
          DUPLICATE_NOTIFICATION,
          LOST_ACK,
          LOST_REQUEST,
          LATE_REQUEST,
          DUPLICATE_REQUEST,
          LOST_PROBE,
          PINS_UNANSWERED,
          SLOW_WRITE,
          STUCK_WRITE -> {} // lie in wait
      case LOST_TRANSFER -> askedLife.expectLostWrite();
    }
  }

  /** Of every other hint close to the deadline, which is none if that is past. */
  private Duration untilDeadline() {
    long deadlineNanos = hintedAtNanos + SimProcess.SETTINGS.operationTimeout().toNanos();
    return isOfEvenLength()
        ? Duration.ofNanos(deadlineNanos - world.clock().getAsLong())
        : Duration.ZERO;
  }

  /** Of two ways in which a fault may strike, hints take one or the other. */
  private boolean isOfEvenLength() {
    return hint.blockHashes().size() % 2 == 0;
  }

  private void crashSource() {
    hasStruck = true;
    endpoints = world.network().endpointsOf(askedLife.wire());
    asked.crash();
  }

  private void crashTarget() {
    hasStruck = true;
    List<String> listened = world.network().endpointsOf(targetLife.wire());
    target.crashForGood();
    world.restart(target, listened);
  }

  /** Nobody polls the source for as long as its operation timeout. */
  private void stall() {
    hasStruck = true;
    asked.freeze(true);
    long until = world.clock().getAsLong() + SimProcess.SETTINGS.operationTimeout().toNanos();
    while (world.clock().getAsLong() - until <= 0) {
      world.tick(SimWorld.Watcher.NOBODY);
    }
    asked.freeze(false);
  }

  private void evict(long hash) {
    hasStruck = true;
    asked.evict(hash);
  }

  private void reuse(long hash) {
    hasStruck = true;
    asked.replace(hash, OtherBlocks.inPlaceOf(hash));
  }

  private void evictPinned(long hash) {
    StorageTier tier = pinnedTier(hash);
    hasStruck = true;
    requireDeferred(hash, tier, asked.evict(hash));
  }

  private void reusePinned(long hash) {
    StorageTier tier = pinnedTier(hash);
    hasStruck = true;
    requireDeferred(hash, tier, asked.replace(hash, OtherBlocks.inPlaceOf(hash)));
  }

  /** A copy in the service's own memory is claimed before one of the framework's is pinned. */
  private StorageTier pinnedTier(long hash) {
    return asked.worker().host().holds(hash) ? StorageTier.HOST_PINNED : StorageTier.DEVICE;
  }

  private void requireDeferred(
      long hash, StorageTier tier, Map<StorageTier, BlockPool.Eviction> answers) {
    if (answers.get(tier) != BlockPool.Eviction.DEFERRED) {
      throw new AssertionError(
          "%s let block %s go from %s while it was pinned: %s"
              .formatted(asked.owner(), HashText.print(hash), tier, answers));
    }
  }

  /** The first asked block that the source itself has, or still waits for its framework to pin. */
  private Optional<Long> victim(FetchPhase phase) {
    return lacking()
        .filter(hash -> phase == FetchPhase.ACCEPTED ? isPinPending(hash) : asked.holdsItself(hash))
        .findFirst();
  }

  private boolean isPinPending(long hash) {
    return asked.worker().device().holds(hash) && hostPools().noneMatch(pool -> pool.holds(hash));
  }

  /** The first asked block that the source has claimed or pinned on a tier of its own. */
  private Optional<Long> pinned(FetchPhase phase) {
    return lacking()
        .filter(
            hash ->
                asked.worker().host().holds(hash)
                    || (phase == FetchPhase.WRITING && isPinPending(hash)))
        .findFirst();
  }

  private Stream<Long> lacking() {
    return FetchSimulation.lacking(target, hint.blockHashes()).stream();
  }

  private Stream<BlockPool> hostPools() {
    return Stream.concat(Stream.of(asked), world.projectedTo(asked).stream())
        .map(node -> node.worker().host());
  }

  private Stream<BlockPool> pools() {
    return Stream.concat(Stream.of(asked.worker().device()), hostPools());
  }

  private void spoil() {
    hasStruck = true;
    pools().forEach(pool -> fill(pool, OtherBlocks::inPlaceOf));
  }

  private void fill(BlockPool pool, LongUnaryOperator whose) {
    pool.hashes().stream()
        .forEach(hash -> pool.fill(pool.slot(hash).orElseThrow(), whose.applyAsLong(hash)));
  }

  /** Whether the request is still to be answered by the source's next life, which refuses it. */
  boolean leavesRequestBehind() {
    return hasStruck
        && fault.orElseThrow().kind() == FetchFault.Kind.SOURCE_CRASHED
        && fault.orElseThrow().phase().compareTo(FetchPhase.ACCEPTED) < 0;
  }

  /** Whether there is a fault at all. */
  boolean isPlanned() {
    return fault.isPresent();
  }

  /** Whether the fault came about. */
  boolean hasStruck() {
    inWait.checkDeregistration();
    return hasStruck || inWait.hasStruck();
  }

  /** The fetch is over: what can be mended is mended. */
  void undo() {
    isOver = true;
    inWait.calm();
    if (fault.isEmpty()) {
      return;
    }
    switch (fault.get().kind()) {
      case FOREIGN_BYTES -> pools().forEach(pool -> fill(pool, LongUnaryOperator.identity()));
      case SOURCE_CRASHED -> {
        if (!asked.isAlive()) {
          world.restart(asked, endpoints);
        }
      }
      case SOURCE_STALLED -> {
        if (hasStruck) {
          endpoints = world.network().endpointsOf(askedLife.wire());
          asked.end();
          world.restart(asked, endpoints);
        }
      }
      default -> {} // leaves nothing that could be mended
    }
  }
}
