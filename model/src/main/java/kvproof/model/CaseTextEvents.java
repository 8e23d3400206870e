package kvproof.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads one event from a line of case text. */
final class CaseTextEvents {
  static final String NAMES = "store, remove, clear, remove-rank, remove-worker";

  private record BlockPair(long local, long external) {

    static BlockPair parse(String text) {
      int colon = Math.max(text.indexOf(':'), 0);
      return new BlockPair(
          HashText.parse(text.substring(0, colon)), HashText.parse(text.substring(colon + 1)));
    }
  }

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
    OptionalLong parent =
        line.takes("root")
            ? OptionalLong.empty()
            : OptionalLong.of(line.read("root or a parent hash", HashText::parse));
    List<Long> localHashes = new ArrayList<>();
    List<Long> externalHashes = new ArrayList<>();
    while (!line.atEnd()) {
      BlockPair block = line.read("a block (local:external, such as 1:101)", BlockPair::parse);
      localHashes.add(block.local());
      externalHashes.add(block.external());
    }
    return new KvCacheEvent.Stored(
        owner, tier, parent, BlockHashes.of(localHashes), BlockHashes.of(externalHashes));
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
