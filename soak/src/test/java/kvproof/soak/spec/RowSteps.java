package kvproof.soak.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * Reads the steps of a row.
 *
 * <p>{@code S w1 host p=102 [3:103]}, {@code R w1 [103]}, {@code C w1}, {@code C K1}, {@code C w1
 * K1}, {@code remove w1}, {@code remove worker 1}, {@code replay}, the clauses of {@link
 * RowSnapshots}, and inventories as the specification's tables give them: {@code w1 device 1-10}
 * counts blocks from one, {@code w1 host [10,12) [13,15)} positions from zero. A step is expected
 * to end {@code ok} unless {@code -> status} follows.
 */
final class RowSteps {
  private static final Pattern STATUS = Pattern.compile("(.*)->\\s*(\\w+)\\s*");

  private final HashSpelling spelling;
  private final RowSnapshots snapshots;

  RowSteps(HashSpelling spelling, RowSnapshots snapshots) {
    this.spelling = spelling;
    this.snapshots = snapshots;
  }

  List<RowItem> read(int line, String clause) {
    Matcher withStatus = STATUS.matcher(clause);
    boolean hasStatus = withStatus.matches();
    RowWords words = new RowWords(hasStatus ? withStatus.group(1) : clause, spelling);
    ApplyStatus status =
        hasStatus
            ? ApplyStatus.valueOf(withStatus.group(2).toUpperCase(Locale.ROOT))
            : ApplyStatus.OK;
    List<RowItem> items = items(line, words, status);
    if (words.hasNext()) {
      throw new IllegalArgumentException("not understood: '" + words.next() + "'");
    }
    return items;
  }

  private List<RowItem> items(int line, RowWords words, ApplyStatus status) {
    return switch (words.peek()) {
      case "S" -> events(line, List.of(stored(words.skip(), spelling)), status);
      case "R" -> events(line, List.of(removed(words.skip())), status);
      case "C" -> events(line, List.of(cleared(words.skip())), status);
      case "remove" -> events(line, List.of(ownerRemoved(words.skip())), status);
      case "replay" -> {
        words.skip();
        yield List.of(new RowItem.Replay(line));
      }
      default ->
          snapshots
              .take(words)
              .<List<RowItem>>map(snapshot -> List.of(new RowItem.Snapshot(line, snapshot)))
              .orElseGet(() -> events(line, holding(words), status));
    };
  }

  private static List<RowItem> events(
      int line, List<? extends KvCacheEvent> events, ApplyStatus status) {
    return events.stream().<RowItem>map(event -> new RowItem.Event(line, event, status)).toList();
  }

  /** Also used by the check {@code dump}, which lists an inventory as stores. */
  static KvCacheEvent.Stored stored(RowWords words, HashSpelling spelling) {
    Owner owner = words.owner();
    StorageTier tier = words.tierOrDevice();
    OptionalLong parent = parent(words.next(), spelling);
    LongStream locals = LongStream.empty();
    LongStream externals = LongStream.empty();
    for (RowWords.Blocks blocks : words.bracketedBlocks()) {
      locals = LongStream.concat(locals, blocks.locals());
      externals = LongStream.concat(externals, blocks.externals());
    }
    return new KvCacheEvent.Stored(
        owner,
        tier,
        parent,
        BlockHashes.of(locals.map(spelling::local).toArray()),
        BlockHashes.of(externals.map(spelling::external).toArray()));
  }

  private static OptionalLong parent(String word, HashSpelling spelling) {
    if (!word.startsWith("p=")) {
      throw new IllegalArgumentException("expected p=- or p=HASH but found '" + word + "'");
    }
    return word.equals("p=-")
        ? OptionalLong.empty()
        : OptionalLong.of(spelling.external(Long.parseLong(word.substring(2))));
  }

  private static KvCacheEvent removed(RowWords words) {
    return new KvCacheEvent.Removed(
        words.owner(), words.tierOrDevice(), words.bracketedExternals());
  }

  private static KvCacheEvent cleared(RowWords words) {
    Optional<WorkerWithDpRank> rank =
        words.isRankNext() ? Optional.of(words.rank()) : Optional.empty();
    Optional<CacheOwner> cacheOwner =
        words.hasNext() ? Optional.of(words.cacheOwner()) : Optional.empty();
    return new KvCacheEvent.Cleared(rank, cacheOwner);
  }

  private static KvCacheEvent ownerRemoved(RowWords words) {
    return words.accept("worker")
        ? new KvCacheEvent.WorkerRemoved(words.number())
        : new KvCacheEvent.RankRemoved(words.rank());
  }

  /** Runs of the unspelled chain; the parent of a run is the block before it, held or not. */
  private List<KvCacheEvent> holding(RowWords words) {
    Owner owner = words.owner();
    StorageTier tier = words.tier();
    List<KvCacheEvent> events = new ArrayList<>();
    for (String run : words.toEnd()) {
      RowWords.Blocks blocks = run(run);
      OptionalLong parent =
          blocks.firstLocal() == 1
              ? OptionalLong.empty()
              : OptionalLong.of(spelling.external(blocks.firstExternal() - 1));
      events.add(
          new KvCacheEvent.Stored(
              owner,
              tier,
              parent,
              BlockHashes.of(blocks.locals().map(spelling::local).toArray()),
              BlockHashes.of(blocks.externals().map(spelling::external).toArray())));
    }
    return events;
  }

  private RowWords.Blocks run(String word) {
    if (!word.startsWith("[")) {
      return RowWords.blocks(word);
    }
    var positions = new RowWords(word, spelling).interval();
    return RowWords.blocks((positions.start() + 1) + "-" + positions.end());
  }
}
