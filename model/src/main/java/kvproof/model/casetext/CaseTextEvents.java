package kvproof.model.casetext;

import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Reads one event from a line of case text. */
final class CaseTextEvents {
  static final String NAMES = "store, remove, clear, remove-rank, remove-worker";

  private CaseTextEvents() {}

  /** {@code expected} says what else might have stood in the event's place. */
  static KvCacheEvent read(CaseTextLine line, String expected) {
    if (line.takes("store")) {
      return stored(line);
    } else if (line.takes("remove")) {
      return new KvCacheEvent.Removed(line.owner(), line.tier(), line.hashes());
    } else if (line.takes("clear")) {
      return cleared(line);
    } else if (line.takes("remove-rank")) {
      return new KvCacheEvent.RankRemoved(line.rank());
    } else if (line.takes("remove-worker")) {
      return new KvCacheEvent.WorkerRemoved(line.workerId());
    }
    throw line.unexpected(expected);
  }

  private static KvCacheEvent stored(CaseTextLine line) {
    Owner owner = line.owner();
    StorageTier tier = line.tier();
    OptionalLong parent = line.parent();
    CaseTextBlocks blocks = line.blocks();
    return new KvCacheEvent.Stored(
        owner, tier, parent, blocks.localHashes(), blocks.externalHashes());
  }

  private static KvCacheEvent cleared(CaseTextLine line) {
    return switch (line.owner()) {
      case CacheOwner cacheOwner -> KvCacheEvent.Cleared.of(cacheOwner);
      case WorkerWithDpRank rank ->
          new KvCacheEvent.Cleared(
              Optional.of(rank), line.atEnd() ? Optional.empty() : Optional.of(line.cacheOwner()));
    };
  }
}
