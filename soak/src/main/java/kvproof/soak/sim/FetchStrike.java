package kvproof.soak.sim;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import kvproof.mocknixl.fault.BrokenWrite;
import kvproof.mocknixl.fault.DeregistrationUnderWrite;
import kvproof.mocknixl.fault.EarlyReport;
import kvproof.mocknixl.fault.Fate;
import kvproof.mocknixl.fault.LateWrite;
import kvproof.mocknixl.fault.OtherBlocksBytes;
import kvproof.mocknixl.fault.SeenMemory;
import kvproof.mocknixl.fault.TornWrite;
import kvproof.mocknixl.fault.WishedWrite;
import kvproof.mocknixl.fault.WriteFault;
import kvproof.mocknixl.kvcr.message.KvcrFrame.StartWrite;
import kvproof.mocknixl.kvcr.message.KvcrFrame.TargetMetadataAck;
import kvproof.mocknixl.kvcr.message.KvcrFrame.WriteProbe;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.HintedFetch;
import kvproof.model.FetchFault;
import kvproof.model.FetchPhase;
import kvproof.model.KvHintAction;
import kvproof.model.transfer.TransferException.Category;

/**
 * The fault of one fetch: some lie in wait around agent, channel or pins before it begins, the
 * others act when the fetch comes into their phase.
 */
final class FetchStrike {
  /** Another block's hash, told apart from every drawn one. */
  static final long OTHER_BLOCK = 0x5555_5555_5555_5555L;

  /** Whose bytes lie in a slot before it is written. */
  private static final long STALE_BLOCK = 0x3333_3333_3333_3333L;

  /** Longer than the operation's timeout, shorter than the abandon timeout. */
  private static final Duration LATE = Duration.ofMillis(30);

  /** Longer than the abandon timeout. */
  private static final Duration STUCK = Duration.ofMillis(75);

  private static final Duration LEAD = Duration.ofMillis(3);

  private final SimWorld world;
  private final SimNode target;
  private final SimNode asked;
  private final SimProcess targetLife;
  private final SimProcess askedLife;
  private final KvHintAction.Fetch hint;
  private final Optional<FetchFault> fault;
  private final DeregistrationUnderWrite deregistration = new DeregistrationUnderWrite();
  private List<String> endpoints = List.of();
  private int struckBefore;
  private boolean hasStruck;
  private boolean isOver;

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
  }

  /** Before the hint is given: whatever has to lie in wait does so. */
  void arm() {
    struckBefore = struckInWait();
    fault.ifPresent(this::arm);
  }

  /** Only what is armed strikes, so that any more than before is this fetch's fault. */
  private int struckInWait() {
    return targetLife.channel().struck()
        + targetLife.reports().struck()
        + askedLife.channel().struck()
        + askedLife.writes().struck()
        + askedLife.pins().requestsMet();
  }

  private void arm(FetchFault armed) {
    switch (armed.kind()) {
      case OTHER_BLOCKS_BYTES ->
          askedLife.writes().strikeNext(OtherBlocksBytes.of(this::otherBlock));
      case TORN_WRITE -> askedLife.writes().strikeNext(overStaleBytes(new TornWrite()));
      case EARLY_NOTIFICATION ->
          askedLife.writes().strikeNext(overStaleBytes(new EarlyReport(world.clock(), LEAD)));
      case PARTIAL_WRITE -> askedLife.writes().strikeNext(brokenInTheMiddle(true));
      case LOST_TRANSFER -> askedLife.writes().strikeNext(brokenInTheMiddle(false));
      case SLOW_WRITE -> askedLife.writes().strikeNext(new LateWrite(world.clock(), LATE));
      case STUCK_WRITE -> askedLife.writes().strikeNext(new LateWrite(world.clock(), STUCK));
      case DEREGISTRATION -> askedLife.writes().strikeNext(deregistration);
      case LOST_NOTIFICATION -> targetLife.reports().strikeNext(new Fate.Lost());
      case DUPLICATE_NOTIFICATION -> targetLife.reports().strikeNext(new Fate.Twice());
      case LATE_NOTIFICATION -> targetLife.reports().strikeNext(new Fate.Late(LATE));
      case LOST_ACK -> {
        targetLife.target().forget(hint.sourceControlEndpoint());
        askedLife.channel().strike(TargetMetadataAck.class::isInstance, 1, new Fate.Lost());
      }
      case LOST_REQUEST -> strikeRequest(new Fate.Lost());
      case LATE_REQUEST -> strikeRequest(new Fate.Late(LATE));
      case DUPLICATE_REQUEST -> strikeRequest(new Fate.Twice());
      case LOST_PROBE -> {
        strikeRequest(new Fate.Lost());
        targetLife.channel().strike(WriteProbe.class::isInstance, 1, new Fate.Lost());
      }
      case PINS_UNANSWERED -> askedLife.pins().hold(true);
      case SOURCE_RESTARTED,
          SOURCE_CRASHED,
          BLOCK_EVICTED,
          EVICTED_WHILE_PINNED,
          SLOT_REUSE,
          FOREIGN_BYTES,
          SOURCE_STALLED,
          CANCELLED,
          TARGET_CRASHED -> {} // act when their phase comes
    }
  }

  private void strikeRequest(Fate fate) {
    targetLife.channel().strike(StartWrite.class::isInstance, 1, fate);
  }

  private static WriteFault brokenInTheMiddle(boolean isQuiet) {
    return wished -> new BrokenWrite(wished.pieces().size() / 2, isQuiet).strike(wished);
  }

  /** What the last block's place held before must not be that very block by chance. */
  private WriteFault overStaleBytes(WriteFault misfortune) {
    return wished -> {
      long victim = hashOf(bytes(wished.lastBlock()));
      byte[] stale = content(victim ^ STALE_BLOCK);
      int from = 0;
      for (WishedWrite.Piece piece : wished.lastBlock()) {
        int size = Math.toIntExact(piece.into().sizeBytes());
        targetLife.writes().view(piece.into()).put(stale, from, size);
        from += size;
      }
      return misfortune.strike(wished);
    };
  }

  private byte[] bytes(List<WishedWrite.Piece> block) {
    int size = block.stream().mapToInt(piece -> (int) piece.from().sizeBytes()).sum();
    ByteBuffer bytes = ByteBuffer.allocate(size);
    for (WishedWrite.Piece piece : block) {
      bytes.put(memoryOf(piece).view(piece.from()));
    }
    return bytes.array();
  }

  /** The asked node, or a cache owner whose blocks it serves. */
  private SeenMemory memoryOf(WishedWrite.Piece piece) {
    return Stream.concat(Stream.of(asked), world.projectedTo(asked).stream())
        .map(node -> node.process().writes())
        .filter(memory -> memory.has(piece.from()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(asked.owner() + " writes from " + piece.from()));
  }

  private byte[] otherBlock(WishedWrite wished) {
    return content(hashOf(bytes(wished.block(0))) ^ OTHER_BLOCK);
  }

  private byte[] content(long hash) {
    ByteBuffer bytes = ByteBuffer.allocate(layoutBytes());
    new BlockContent(layoutBytes()).fill(hash, bytes);
    return bytes.array();
  }

  private int layoutBytes() {
    return asked.worker().layout().blockBytes();
  }

  private long hashOf(byte[] block) {
    ContentFinding finding = new BlockContent(block.length).check(0, ByteBuffer.wrap(block));
    if (finding instanceof ContentFinding.OtherBlock other) {
      return other.hash();
    }
    if (finding.isRight()) {
      return 0;
    }
    throw new AssertionError(asked.owner() + " writes what is no block: " + finding);
  }

  /** The fetch has come into that phase. */
  void reached(FetchPhase phase, HintedFetch fetch) {
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
      case EVICTED_WHILE_PINNED -> pinned(striking.phase()).ifPresent(this::evict);
      case SLOT_REUSE ->
          (striking.phase() == FetchPhase.HINTED
                  ? victim(striking.phase())
                  : pinned(striking.phase()))
              .ifPresent(this::reuse);
      case FOREIGN_BYTES -> spoil();
      case SOURCE_STALLED -> stall();
      case CANCELLED -> {
        hasStruck = true;
        fetch.cancel();
      }
      case TARGET_CRASHED -> crashTarget();
      case DEREGISTRATION -> {
        if (targetLife.worker().tryReleaseMemory()) {
          throw new AssertionError(target.owner() + " took its memory back under a write");
        }
      }
      case OTHER_BLOCKS_BYTES,
          TORN_WRITE,
          PARTIAL_WRITE,
          EARLY_NOTIFICATION,
          LOST_NOTIFICATION,
          DUPLICATE_NOTIFICATION,
          LATE_NOTIFICATION,
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
    asked.replace(hash, hash ^ OTHER_BLOCK);
  }

  /** The first asked block that the source has, or still waits for its framework to pin. */
  private Optional<Long> victim(FetchPhase phase) {
    return lacking()
        .filter(
            hash -> phase == FetchPhase.ACCEPTED ? isPinPending(hash) : asked.worker().holds(hash))
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
                phase == FetchPhase.ACCEPTED
                    ? asked.worker().host().holds(hash)
                    : asked.holdsItself(hash))
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
    pools().forEach(pool -> fill(pool, OTHER_BLOCK));
  }

  private void fill(BlockPool pool, long otherwise) {
    BlockContent content = new BlockContent(layoutBytes());
    pool.hashes().stream()
        .forEach(hash -> content.fill(hash ^ otherwise, pool.bytes(pool.slot(hash).orElseThrow())));
  }

  /** Whether there is a fault at all. */
  boolean isPlanned() {
    return fault.isPresent();
  }

  /** Whether the fault came about. */
  boolean hasStruck() {
    checkDeregistration();
    return hasStruck || struckInWait() > struckBefore;
  }

  private void checkDeregistration() {
    if (deregistration.isTried()
        && !deregistration.refusal().equals(Optional.of(Category.IN_USE))) {
      throw new AssertionError(
          asked.owner() + " took its memory back under a write: " + deregistration.refusal());
    }
  }

  /** The fetch is over: what can be mended is mended. */
  void undo() {
    targetLife.calm();
    askedLife.calm();
    if (fault.isEmpty()) {
      return;
    }
    switch (fault.get().kind()) {
      case FOREIGN_BYTES -> pools().forEach(pool -> fill(pool, 0));
      case SOURCE_CRASHED -> {
        if (!asked.isAlive()) {
          world.restart(asked, endpoints);
        }
      }
      case SOURCE_STALLED -> {
        crashSource();
        world.restart(asked, endpoints);
      }
      default -> {} // leaves nothing that could be mended
    }
  }
}
