package kvproof.gpu;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Collection;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import kvproof.gpu.capi.NixlEnum;
import kvproof.gpu.capi.NixlStatus;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferOperation;

/**
 * Sees notifications off before their agent is destroyed, which would drop what has not left.
 *
 * <p>The library does not say when a notification has left. But it reports a transfer done only
 * when everything that went to that peer before has left too, so a write of no bytes tells it. Each
 * peer that takes nothing is waited for a second, one after the other; one without registered
 * memory cannot be written to, so its notifications may be lost.
 */
final class LastWords {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long NAP_NANOS = 50_000;
  private static final long SCRATCH_BYTES = 64;

  private final NixlAgent agent;

  LastWords(NixlAgent agent) {
    this.agent = agent;
  }

  void leave(Collection<LoadedPeer> peers) {
    if (peers.stream().noneMatch(LastWords::isWaitedFor)) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment scratch = arena.allocate(SCRATCH_BYTES);
      var region = new MemoryRegion(MemoryKind.DRAM, 0, scratch.address(), SCRATCH_BYTES);
      MemorySegment registration = agent.register(region);
      try {
        var here = new NixlMetadata.Place(NixlEnum.MEM_DRAM, 0, scratch.address());
        peers.stream().filter(LastWords::isWaitedFor).forEach(peer -> leave(peer, here));
      } finally {
        agent.deregister(registration, region);
      }
    }
  }

  private static boolean isWaitedFor(LoadedPeer peer) {
    return peer.isTold() && !peer.isGone() && peer.place().isPresent();
  }

  private void leave(LoadedPeer peer, NixlMetadata.Place here) {
    try {
      MemorySegment local = agent.prepareNothing("", here);
      MemorySegment remote = agent.prepareNothing(peer.name(), peer.place().orElseThrow());
      MemorySegment request =
          agent.request(TransferOperation.WRITE, local, new int[] {0}, remote, new int[] {0});
      await(request);
      agent.destroy(request);
      agent.release(local);
      agent.release(remote);
    } catch (TransferException gone) {
      // Who is gone is told nothing more.
    }
  }

  private void await(MemorySegment request) {
    long start = System.nanoTime();
    int status = agent.post(request);
    while (status == NixlStatus.IN_PROGRESS.number()
        && System.nanoTime() - start < PATIENCE_NANOS) {
      LockSupport.parkNanos(NAP_NANOS);
      status = agent.status(request);
    }
  }
}
