package kvproof.soak.sim;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.model.HashText;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryRegion;

/**
 * What an engine stores at the target while a fetch is over for its caller and perhaps not for its
 * source: every slot that is free is used again at once.
 *
 * <p>Whoever gave a slot back too early loses a fresh block to a late write, or has one where a
 * write is under way. Gone again once everything is still.
 */
final class FreshBlocks {
  private final KvWorker worker;
  private final Set<Long> stored = new TreeSet<>();

  FreshBlocks(KvWorker worker) {
    this.worker = worker;
  }

  /** Stores one in each slot of the host that is free now. */
  void fill() {
    BlockPool host = worker.host();
    while (host.freeSlots() > 0) {
      long hash = OtherBlocks.fresh(stored.size());
      if (!host.store(hash)) {
        throw new AssertionError(host.freeSlots() + " slots are free, and no block fits");
      }
      stored.add(hash);
    }
  }

  /** Throws {@link AssertionError} if a block is held where one of these writes may still write. */
  void requireApartFrom(List<Descriptor> underWay) {
    if (underWay.isEmpty()) {
      return;
    }
    List<MemoryRegion> written = underWay.stream().map(FreshBlocks::extent).toList();
    for (BlockPool pool : List.of(worker.device(), worker.host())) {
      for (long hash : pool.hashes().toArray()) {
        if (parts(pool, hash).anyMatch(part -> written.stream().anyMatch(part::overlaps))) {
          throw new AssertionError(
              "block " + HashText.print(hash) + " is held where a write is still under way");
        }
      }
    }
  }

  private static Stream<MemoryRegion> parts(BlockPool pool, long hash) {
    return pool.parts(pool.slot(hash).orElseThrow()).stream().map(part -> extent(part.bytes()));
  }

  private static MemoryRegion extent(Descriptor part) {
    return new MemoryRegion(part.kind(), part.deviceId(), part.address(), part.sizeBytes());
  }

  /** Takes all of them away; {@link AssertionError} if one is not there or not as it was stored. */
  void clear() {
    BlockPool host = worker.host();
    for (long hash : stored) {
      int slot =
          host.slot(hash)
              .orElseThrow(() -> new AssertionError("lost: block " + HashText.print(hash)));
      ContentFinding finding = host.inspect(slot, hash);
      if (!finding.isRight()) {
        throw new AssertionError(
            "a late write has spoilt block " + HashText.print(hash) + ", which is " + finding);
      }
      host.evict(hash);
    }
    stored.clear();
  }
}
