package kvproof.router.lane;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import kvproof.model.Answer;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvRouter;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Events and questions over chains in which block n has the hashes n and 100 + n. */
final class LaneEvents {
  private LaneEvents() {}

  static WorkerWithDpRank rank(int worker) {
    return new WorkerWithDpRank(worker, 0);
  }

  /** Device blocks from the root. */
  static Stored store(Owner owner, long... locals) {
    return store(owner, StorageTier.DEVICE, locals);
  }

  static Stored store(Owner owner, StorageTier tier, long... locals) {
    return store(owner, tier, OptionalLong.empty(), locals);
  }

  /** Device blocks below the external hash of a parent. */
  static Stored storeBelow(Owner owner, long parent, long... locals) {
    return store(owner, StorageTier.DEVICE, OptionalLong.of(parent), locals);
  }

  static Stored store(Owner owner, StorageTier tier, OptionalLong parent, long... locals) {
    return new Stored(
        owner, tier, parent, BlockHashes.of(locals), BlockHashes.of(externals(locals)));
  }

  private static long[] externals(long... locals) {
    return Arrays.stream(locals).map(local -> 100 + local).toArray();
  }

  /** A store that is refused: its parent is one of its own blocks. */
  static Stored malformed(Owner owner) {
    return storeBelow(owner, 101, 1);
  }

  static Removed remove(Owner owner, long... externals) {
    return new Removed(owner, StorageTier.DEVICE, BlockHashes.of(externals));
  }

  static Request ask(int blocks, WorkerWithDpRank... targets) {
    return new Request(
        "q", BlockHashes.of(LongStream.rangeClosed(1, blocks).toArray()), List.of(targets));
  }

  /** Leading device blocks of a rank for the prompt 1, 2, ...; 0 if it is not scored. */
  static int overlap(KvRouter router, WorkerWithDpRank rank, int blocks) {
    Answer.DeviceMatch match = router.answer(ask(blocks)).device().get(rank);
    return match == null ? 0 : match.blocks();
  }
}
