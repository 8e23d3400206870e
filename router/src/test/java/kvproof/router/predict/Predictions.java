package kvproof.router.predict;

import java.util.Arrays;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Prediction.CapacityDeclared;
import kvproof.model.Prediction.Mode;
import kvproof.model.Prediction.ModeChosen;
import kvproof.model.Prediction.OutputMaterialized;
import kvproof.model.Prediction.RequestAdmitted;
import kvproof.model.Prediction.RequestFinished;
import kvproof.model.Prediction.RequestRouted;
import kvproof.model.Prediction.TimePassed;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Predictions and events in short: the block of sequence hash h has local hash 1000 + h. */
final class Predictions {
  static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);

  private Predictions() {}

  static BlockHashes local(long... hashes) {
    return BlockHashes.of(Arrays.stream(hashes).map(hash -> 1000 + hash).toArray());
  }

  static ModeChosen ttl(long ttlMillis) {
    return new ModeChosen(Mode.TTL, ttlMillis);
  }

  static ModeChosen lru(long ttlMillis) {
    return new ModeChosen(Mode.LRU, ttlMillis);
  }

  static TimePassed at(long nowMillis) {
    return new TimePassed(nowMillis);
  }

  static RequestRouted routed(WorkerWithDpRank rank, long... hashes) {
    return new RequestRouted(rank, local(hashes), BlockHashes.of(hashes));
  }

  static CapacityDeclared capacity(WorkerWithDpRank rank, long incarnation, long blocks) {
    return new CapacityDeclared(rank, incarnation, OptionalLong.of(blocks));
  }

  static CapacityDeclared noCapacity(WorkerWithDpRank rank, long incarnation) {
    return new CapacityDeclared(rank, incarnation, OptionalLong.empty());
  }

  static RequestAdmitted admitted(
      WorkerWithDpRank rank, long incarnation, String attempt, int privateBlocks, long... hashes) {
    return new RequestAdmitted(
        rank, incarnation, attempt, local(hashes), BlockHashes.of(hashes), privateBlocks);
  }

  /** One full block of output below {@code parent}. */
  static OutputMaterialized output(
      WorkerWithDpRank rank,
      long incarnation,
      String attempt,
      long parent,
      int position,
      long hash) {
    return new OutputMaterialized(
        rank,
        incarnation,
        attempt,
        OptionalLong.of(parent),
        position,
        local(hash),
        BlockHashes.of(hash),
        0);
  }

  static RequestFinished finished(WorkerWithDpRank rank, long incarnation, String attempt) {
    return new RequestFinished(rank, incarnation, attempt);
  }

  static Stored stored(WorkerWithDpRank rank, long... hashes) {
    return storedUnder(rank, OptionalLong.empty(), hashes);
  }

  static Stored storedUnder(WorkerWithDpRank rank, OptionalLong parent, long... hashes) {
    return new Stored(rank, StorageTier.DEVICE, parent, local(hashes), BlockHashes.of(hashes));
  }

  static Removed removed(WorkerWithDpRank rank, long... hashes) {
    return new Removed(rank, StorageTier.DEVICE, BlockHashes.of(hashes));
  }
}
