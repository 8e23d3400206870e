package kvproof.events.wire;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.IntStream;
import kvproof.events.MalformedStores;
import kvproof.events.ReasonCounts;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.EngineEvent.Ignored;
import kvproof.events.wire.FilterResult.Accepted;
import kvproof.events.wire.PageTree.Content;
import kvproof.events.wire.PageTree.Page;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.identity.Tokens;

/**
 * Makes the pages of one rank into blocks: for engines that keep fewer tokens in a page than the
 * router in a block.
 *
 * <p>A block is there on a tier while every page of it is there on that tier, in at least one copy;
 * the hash of its last page is its name. Where a block begins is known only of pages whose whole
 * chain was reported: others are held back until the missing page comes. What is no page passes
 * unchanged. For one thread.
 */
final class PageCoalescer {
  private final int pageSize;
  private final int pagesPerBlock;
  private final ReasonCounts<ConversionCount> counts;
  private final PageTree tree;
  private final Set<Block> told = new HashSet<>();

  /** A block that the router was told of, by its last page. */
  private record Block(StorageTier tier, long lastPage) {}

  /**
   * @param terms their pages make up blocks of {@code blockSize}
   * @param counts takes what is wrong with pages
   */
  PageCoalescer(PageTerms terms, int blockSize, ReasonCounts<ConversionCount> counts) {
    this.pageSize = terms.pageSize();
    this.tree = new PageTree(terms.countsCopies());
    this.pagesPerBlock = blockSize / pageSize;
    this.counts = counts;
  }

  /** What the event does to blocks, in order; may be nothing. */
  List<Accepted> take(Accepted accepted) {
    return switch (accepted.event()) {
      case BlockStored stored when isOfPages(stored) -> stored(stored, accepted);
      case BlockRemoved removed -> removed(removed, accepted);
      case AllBlocksCleared _ -> {
        tree.clear();
        told.clear();
        yield List.of(accepted);
      }
      case BlockStored _, Ignored _ -> List.of(accepted);
    };
  }

  /** Pages that are known, held or not. */
  int pagesKnown() {
    return tree.size();
  }

  /** A malformed store is refused by whoever refuses those of blocks. */
  private boolean isOfPages(BlockStored event) {
    return event.blockSize() == pageSize
        && !MalformedStores.isMalformed(event.parentBlockHash(), event.blockHashes());
  }

  private List<Accepted> stored(BlockStored event, Accepted accepted) {
    boolean hasObjects = !event.content().mmObjects().stream().allMatch(List::isEmpty);
    if (hasObjects || event.tokenIds().isBigram()) {
      counts.add(ConversionCount.PAGES_NOT_COALESCED);
      return List.of();
    }
    Tokens tokens = event.tokenIds().tokens();
    int pages = Math.min(event.blockHashes().size(), tokens.size() / pageSize);
    if (pages < event.blockHashes().size()) {
      counts.add(ConversionCount.TOKENS_RAN_OUT);
    } else if (pages < tokens.size() / pageSize) {
      counts.add(ConversionCount.POSSIBLE_MISPAIRING);
    }
    List<Accepted> blocks = new ArrayList<>();
    OptionalLong parent = event.parentBlockHash();
    for (int i = 0; i < pages; i++) {
      long hash = event.blockHashes().at(i);
      Content content =
          new Content(
              parent,
              tokens.slice(i * pageSize, (i + 1) * pageSize),
              event.content().loraName(),
              accepted.cacheNamespace());
      Optional<Boolean> isNew = tree.add(hash, content, accepted.tier());
      if (isNew.isEmpty()) {
        counts.add(ConversionCount.PAGES_NOT_COALESCED);
        return blocks; // what follows it belongs to another chain
      }
      tell(hash, isNew.get(), event, accepted.tier(), blocks);
      parent = OptionalLong.of(hash);
    }
    return blocks;
  }

  /** A new page may be the one that those behind it have waited for, on every tier. */
  private void tell(
      long hash, boolean isNew, BlockStored event, StorageTier tier, List<Accepted> blocks) {
    for (long last : lastPages(hash, isNew)) {
      for (StorageTier each : isNew ? List.of(StorageTier.values()) : List.of(tier)) {
        List<Page> pages = tree.upTo(last, pagesPerBlock - 1);
        if (isWhole(pages, each) && told.add(new Block(each, last))) {
          blocks.add(block(last, pages, event, each));
        }
      }
    }
  }

  /** The last pages of the blocks that the page is in, or also of those behind them. */
  private List<Long> lastPages(long hash, boolean withThoseBehind) {
    OptionalInt depth = tree.depth(hash);
    if (depth.isEmpty()) {
      return List.of();
    }
    return withThoseBehind
        ? tree.allAfter(hash).stream().filter(this::isLast).toList()
        : tree.after(hash, pagesPerBlock - 1 - depth.getAsInt() % pagesPerBlock);
  }

  private boolean isLast(long hash) {
    OptionalInt depth = tree.depth(hash);
    return depth.isPresent() && (depth.getAsInt() + 1) % pagesPerBlock == 0;
  }

  private boolean isWhole(List<Page> pages, StorageTier tier) {
    return pages.size() == pagesPerBlock
        && pages.stream().allMatch(page -> page.isOn(tier))
        && pages.stream().map(page -> page.content().key()).distinct().count() == 1;
  }

  private Accepted block(long last, List<Page> pages, BlockStored event, StorageTier tier) {
    Content first = pages.getFirst().content();
    int[] tokens =
        pages.stream()
            .map(page -> page.content().tokens())
            .flatMapToInt(page -> IntStream.range(0, page.size()).map(page::at))
            .toArray();
    BlockStored block =
        new BlockStored(
            BlockHashes.of(last),
            first.parent(),
            TokenIds.plain(tokens),
            (long) pageSize * pagesPerBlock,
            event.medium(),
            ContentKeys.NONE.withLoraName(first.loraName()),
            EventTail.NONE,
            event.sessionId());
    return new Accepted(block, tier, first.cacheNamespace());
  }

  private List<Accepted> removed(BlockRemoved event, Accepted accepted) {
    List<Long> gone = new ArrayList<>();
    for (long hash : event.blockHashes().toArray()) {
      if (tree.page(hash) == null) {
        gone.add(hash); // never a page: let the index say what it is
        continue;
      }
      List<Long> lasts = lastPages(hash, false);
      tree.remove(hash, accepted.tier());
      boolean isHeld = Objects.requireNonNull(tree.page(hash)).isOn(accepted.tier());
      for (long last : lasts) {
        if (!isHeld && told.remove(new Block(accepted.tier(), last))) {
          gone.add(last);
        }
      }
      tree.prune(hash);
    }
    return gone.isEmpty()
        ? List.of()
        : List.of(
            new Accepted(
                new BlockRemoved(
                    BlockHashes.of(gone.stream().mapToLong(Long::longValue).toArray()),
                    event.medium(),
                    event.tail()),
                accepted.tier(),
                accepted.cacheNamespace()));
  }
}
