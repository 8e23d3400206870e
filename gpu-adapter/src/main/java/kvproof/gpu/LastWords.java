package kvproof.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import kvproof.gpu.capi.NixlEnum;
import kvproof.gpu.capi.NixlStatus;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferOperation;

/**
 * Sees notifications off before their agent is destroyed, which drops what has not left, or their
 * peer is forgotten, after which the library promises nothing.
 *
 * <p>The library does not say when a notification has left. But it reports a transfer done only
 * when everything that went to that peer before has left too, so a write of no bytes tells it. Each
 * peer that takes nothing is waited for so long as the agent's settings say, one after the other;
 * one without registered memory cannot be written to, so its notifications may be lost. For one
 * thread at a time.
 */
final class LastWords {
  private static final long NAP_NANOS = 50_000;
  private static final long SCRATCH_BYTES = 64;

  /** Given back to the library when it is closed. */
  private record Handle(MemorySegment segment, Consumer<MemorySegment> back)
      implements AutoCloseable {
    @Override
    public void close() {
      back.accept(segment);
    }
  }

  private final NixlAgent agent;
  private final Duration patience;

  LastWords(NixlAgent agent, Duration patience) {
    this.agent = agent;
    this.patience = patience;
  }

  /** Its bytes are not freed if the library does not let go of them: a leak beats a stray write. */
  @SuppressWarnings("MustBeClosedChecker") // Closed once nobody else has its bytes.
  void leave(Collection<LoadedPeer> peers) {
    if (peers.stream().noneMatch(LastWords::isWaitedFor)) {
      return;
    }
    Arena arena = Arena.ofConfined();
    MemorySegment scratch = arena.allocate(SCRATCH_BYTES);
    var region = new MemoryRegion(MemoryKind.DRAM, 0, scratch.address(), SCRATCH_BYTES);
    MemorySegment registration;
    try {
      registration = agent.register(region);
    } catch (RuntimeException | Error refused) {
      arena.close();
      throw refused;
    }
    var here = new NixlMetadata.Place(NixlEnum.MEM_DRAM, 0, scratch.address());
    peers.stream().filter(LastWords::isWaitedFor).forEach(peer -> leave(peer, here));
    agent.deregister(registration, region);
    arena.close();
  }

  private static boolean isWaitedFor(LoadedPeer peer) {
    return peer.isTold() && !peer.isGone() && peer.place().isPresent();
  }

  private void leave(LoadedPeer peer, NixlMetadata.Place here) {
    var there = peer.place().orElseThrow();
    int[] first = {0};
    try (var local = new Handle(agent.lists().prepareNothing("", here), agent.lists()::release);
        var remote =
            new Handle(agent.lists().prepareNothing(peer.name(), there), agent.lists()::release);
        var request =
            new Handle(
                agent.request(
                    TransferOperation.WRITE, local.segment(), first, remote.segment(), first),
                agent::destroy)) {
      await(request.segment());
      peer.heard();
    } catch (TransferException gone) {
      // Who is gone is told nothing more.
    }
  }

  private void await(MemorySegment request) {
    long start = System.nanoTime();
    int status = agent.post(request);
    while (status == NixlStatus.IN_PROGRESS.number()
        && System.nanoTime() - start < patience.toNanos()) {
      LockSupport.parkNanos(NAP_NANOS);
      status = agent.status(request);
    }
  }
}
