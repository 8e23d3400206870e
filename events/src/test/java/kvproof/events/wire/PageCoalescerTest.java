package kvproof.events.wire;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import kvproof.events.ReasonCounts;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.routerevent.RouterEvent;
import kvproof.events.wire.EngineEvent.AllBlocksCleared;
import kvproof.events.wire.EngineEvent.BlockRemoved;
import kvproof.events.wire.EngineEvent.BlockStored;
import kvproof.events.wire.FilterResult.Accepted;
import kvproof.model.BlockHashes;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.testkit.SeededRandom;
import org.junit.jupiter.api.Test;

/** Pages of one token, four of them to a block, unless said. The token of page 5 is 5. */
class PageCoalescerTest {
  private static final int PAGES = 4;
  private static final PageTerms TERMS = new PageTerms(1, true);

  private final ReasonCounts<ConversionCount> counts = new ReasonCounts<>(ConversionCount.class);
  private final PageCoalescer coalescer = new PageCoalescer(TERMS, PAGES, counts);

  private static BlockStored pages(long parent, long... hashes) {
    return BlockStored.of(
        BlockHashes.of(hashes),
        parent == 0 ? OptionalLong.empty() : OptionalLong.of(parent),
        TokenIds.plain(LongStream.of(hashes).mapToInt(hash -> (int) hash).toArray()),
        1);
  }

  private static long[] run(long first, long last) {
    return LongStream.rangeClosed(first, last).toArray();
  }

  private List<String> store(StorageTier tier, long parent, long... hashes) {
    return texts(coalescer.take(new Accepted(pages(parent, hashes), tier, "")));
  }

  private List<String> remove(StorageTier tier, long... hashes) {
    return texts(coalescer.take(new Accepted(BlockRemoved.of(BlockHashes.of(hashes)), tier, "")));
  }

  private static List<String> texts(List<Accepted> events) {
    return events.stream().map(PageCoalescerTest::text).toList();
  }

  private static String text(Accepted accepted) {
    String tier = accepted.tier().wireName() + " ";
    return switch (accepted.event()) {
      case BlockStored stored ->
          "%s+%s after %s of %d: %s"
              .formatted(
                  tier,
                  hashes(stored.blockHashes()),
                  stored.parentBlockHash().isPresent()
                      ? stored.parentBlockHash().getAsLong()
                      : "root",
                  stored.blockSize(),
                  tokens(stored));
      case BlockRemoved removed -> tier + "-" + hashes(removed.blockHashes());
      default -> accepted.event().toString();
    };
  }

  private static List<Long> hashes(BlockHashes hashes) {
    return hashes.stream().boxed().toList();
  }

  private static List<Integer> tokens(BlockStored stored) {
    var tokens = stored.tokenIds().tokens();
    return IntStream.range(0, tokens.size()).map(tokens::at).boxed().toList();
  }

  @Test
  void fs10BlockGoesWithAnyOfItsPagesAndComesBackWithIt() {
    assertThat(store(DEVICE, 0, run(1, 8)))
        .containsExactly(
            "device +[4] after root of 4: [1, 2, 3, 4]", "device +[8] after 4 of 4: [5, 6, 7, 8]");
    assertThat(store(HOST_PINNED, 0, run(1, 4)))
        .containsExactly("host_pinned +[4] after root of 4: [1, 2, 3, 4]");

    assertThat(remove(DEVICE, 2)).containsExactly("device -[4]");
    assertThat(remove(HOST_PINNED, 3)).containsExactly("host_pinned -[4]");
    assertThat(store(DEVICE, 1, 2)).containsExactly("device +[4] after root of 4: [1, 2, 3, 4]");
    assertThat(remove(DEVICE, run(5, 8))).containsExactly("device -[8]");
  }

  @Test
  void blockIsThereOnceItsPagesAreInWhateverEventsTheyCome() {
    assertThat(store(DEVICE, 0, 1, 2, 3)).isEmpty();
    assertThat(store(DEVICE, 3, 4, 5)).hasSize(1);
    assertThat(store(DEVICE, 5, 6, 7)).isEmpty();
    assertThat(store(DEVICE, 7, 8)).containsExactly("device +[8] after 4 of 4: [5, 6, 7, 8]");
  }

  /** Nobody knows where blocks begin behind a page that was never reported. */
  @Test
  void pagesBehindAnUnknownOneWaitForIt() {
    assertThat(store(DEVICE, 2, run(3, 12))).isEmpty();
    assertThat(store(HOST_PINNED, 4, run(5, 8))).isEmpty();

    assertThat(store(HOST_PINNED, 0, 1)).isEmpty();
    assertThat(store(DEVICE, 1, 2))
        .containsExactly(
            "device +[8] after 4 of 4: [5, 6, 7, 8]",
            "host_pinned +[8] after 4 of 4: [5, 6, 7, 8]",
            "device +[12] after 8 of 4: [9, 10, 11, 12]");
    assertThat(store(DEVICE, 0, 1)).containsExactly("device +[4] after root of 4: [1, 2, 3, 4]");
  }

  @Test
  void pagesThatTwoChainsShareAreInBlocksOfBoth() {
    store(DEVICE, 0, run(1, 4));
    assertThat(store(DEVICE, 3, 40)).containsExactly("device +[40] after root of 4: [1, 2, 3, 40]");

    assertThat(remove(DEVICE, 1)).containsExactly("device -[4, 40]");
    assertThat(store(DEVICE, 0, 1)).hasSize(2);
  }

  @Test
  void onlyTheLastCopyOfAPageTakesItsBlockAlong() {
    store(DEVICE, 0, run(1, 4));
    assertThat(store(DEVICE, 0, run(1, 2))).isEmpty();

    assertThat(remove(DEVICE, 2)).isEmpty();
    assertThat(remove(DEVICE, 2)).containsExactly("device -[4]");
    assertThat(remove(DEVICE, 2)).isEmpty();
  }

  @Test
  void withoutCopiesTheFirstRemovalTakesThePage() {
    PageCoalescer plain = new PageCoalescer(new PageTerms(1, false), PAGES, counts);
    Accepted stored = new Accepted(pages(0, run(1, 4)), DEVICE, "");
    assertThat(plain.take(stored)).hasSize(1);
    assertThat(plain.take(stored)).isEmpty();

    List<Accepted> gone = plain.take(new Accepted(BlockRemoved.of(BlockHashes.of(2)), DEVICE, ""));

    assertThat(texts(gone)).containsExactly("device -[4]");
  }

  @Test
  void whatIsNoPagePassesUnchanged() {
    BlockStored block =
        BlockStored.of(BlockHashes.of(77), OptionalLong.empty(), TokenIds.plain(1, 2, 3, 4), PAGES);
    Accepted accepted = new Accepted(block, DEVICE, "");

    assertThat(coalescer.take(accepted)).containsExactly(accepted);
    assertThat(remove(DEVICE, 77)).containsExactly("device -[77]");
    Accepted malformed = new Accepted(pages(1, 1), DEVICE, "");
    assertThat(coalescer.take(malformed)).containsExactly(malformed);
  }

  @Test
  void clearForgetsEverything() {
    store(DEVICE, 0, run(1, 4));
    Accepted clear = new Accepted(AllBlocksCleared.ofFramework(), DEVICE, "");

    assertThat(coalescer.take(clear)).containsExactly(clear);
    assertThat(coalescer.pagesKnown()).isZero();
    assertThat(store(DEVICE, 0, 1)).isEmpty();
  }

  @Test
  void nothingIsKeptOfPagesThatNobodyHolds() {
    store(DEVICE, 0, run(1, 8));
    remove(DEVICE, 1, 2, 3);
    assertThat(coalescer.pagesKnown()).isEqualTo(8);

    remove(DEVICE, run(4, 8));

    assertThat(coalescer.pagesKnown()).isZero();
  }

  @Test
  void whatCannotBeABlockIsCounted() {
    BlockStored plain = pages(0, run(1, 4));
    BlockStored image =
        plain.withContent(ContentKeys.NONE.withBlockMmInfos(List.of(List.of(MmObjectInfo.of(7)))));
    assertThat(coalescer.take(new Accepted(image, DEVICE, ""))).isEmpty();
    store(DEVICE, 0, run(1, 3));
    assertThat(store(DEVICE, 0, 2, 4)).as("another page has that hash").isEmpty();
    BlockStored fewTokens =
        BlockStored.of(BlockHashes.of(8, 9), OptionalLong.empty(), TokenIds.plain(8), 1);
    assertThat(coalescer.take(new Accepted(fewTokens, DEVICE, ""))).isEmpty();

    assertThat(counts.byLabel()).isEqualTo(Map.of("pages_not_coalesced", 2L, "tokens_ran_out", 1L));
  }

  @Test
  void adapterAndNamespaceAreThoseOfThePages() {
    BlockStored stored = pages(0, run(1, 4)).withContent(ContentKeys.NONE.withLoraName("a"));

    List<Accepted> blocks = coalescer.take(new Accepted(stored, DEVICE, "salt"));

    assertThat(blocks).singleElement().extracting(Accepted::cacheNamespace).isEqualTo("salt");
    assertThat(((BlockStored) blocks.getFirst().event()).content().loraName()).isEqualTo("a");
  }

  /** Against the definition, for stores and removals of pages of two chains that part. */
  @Test
  void blocksToldAreThoseWhosePagesAreAllThere() {
    Map<Long, Long> parents = new HashMap<>(Map.of(1L, 0L));
    for (long page = 2; page <= 8; page++) {
      parents.put(page, page - 1);
      parents.put(page + 10, page == 4 ? 3 : page + 9);
    }
    parents.keySet().removeIf(page -> page > 10 && page < 14);
    for (long seed = 0; seed < 200; seed++) {
      checkAgainstDefinition(new SeededRandom(seed), parents);
    }
  }

  private void checkAgainstDefinition(SeededRandom random, Map<Long, Long> parents) {
    PageCoalescer drawn = new PageCoalescer(TERMS, PAGES, counts);
    Map<Long, Integer> copies = new HashMap<>();
    Set<Long> known = new TreeSet<>();
    Set<Long> told = new TreeSet<>();
    List<Long> all = new ArrayList<>(new TreeSet<>(parents.keySet()));
    for (int step = 0; step < 60; step++) {
      long page = all.get(random.below(all.size()));
      EngineEvent event;
      if (random.chance(60)) {
        event = pages(parents.get(page), page);
        copies.merge(page, 1, Integer::sum);
        known.add(page);
      } else {
        event = BlockRemoved.of(BlockHashes.of(page));
        copies.computeIfPresent(page, (_, count) -> count == 1 ? null : count - 1);
      }
      for (Accepted block : drawn.take(new Accepted(event, DEVICE, ""))) {
        switch (block.event()) {
          case BlockStored stored -> assertThat(told.addAll(hashes(stored.blockHashes()))).isTrue();
          case BlockRemoved removed -> told.removeAll(hashes(removed.blockHashes()));
          default -> throw new AssertionError(block);
        }
      }
      while (known.removeIf(
          each ->
              !copies.containsKey(each)
                  && known.stream().noneMatch(other -> parents.get(other).equals(each)))) {}
      Set<Long> expected = new TreeSet<>();
      for (long last : List.of(4L, 8L, 14L, 18L)) {
        if (isWhole(last, parents, copies) && isKnownToTheRoot(last, parents, known)) {
          expected.add(last);
        }
      }
      assertThat(told).isEqualTo(expected);
      assertThat(drawn.pagesKnown()).isEqualTo(known.size());
    }
  }

  private static boolean isWhole(long last, Map<Long, Long> parents, Map<Long, Integer> copies) {
    long page = last;
    for (int i = 0; i < PAGES; i++) {
      if (!copies.containsKey(page)) {
        return false;
      }
      page = parents.get(page);
    }
    return true;
  }

  /** Known: held, or in front of one that is known. */
  private static boolean isKnownToTheRoot(long last, Map<Long, Long> parents, Set<Long> known) {
    for (long page = last; page != 0; page = parents.get(page)) {
      if (!known.contains(page)) {
        return false;
      }
    }
    return true;
  }

  @Test
  void everyRankHasPagesOfItsOwn() {
    EventIntake intake =
        new EventIntake(StreamConfig.of(new WorkerWithDpRank(1, 0), PAGES).withPages(TERMS));
    EngineBatch half = new EngineBatch(1, List.of(pages(0, 1, 2)), OptionalInt.of(0));
    EngineBatch rest = new EngineBatch(1, List.of(pages(2, 3, 4)), OptionalInt.of(1));
    EngineBatch restOfFirst = new EngineBatch(1, List.of(pages(2, 3, 4)), OptionalInt.of(0));

    assertThat(intake.convert(half, 0)).isEmpty();
    assertThat(intake.convert(rest, 1)).isEmpty();
    List<RouterEvent> blocks = intake.convert(restOfFirst, 2);

    assertThat(blocks).hasSize(1);
    assertThat(intake.converted().byLabel()).isEqualTo(Map.of("device_event", 1L));
  }

  @Test
  void pagesThatMakeUpNoBlocksAreRefused() {
    StreamConfig config = StreamConfig.of(new WorkerWithDpRank(1, 0), 16);

    assertThatThrownBy(() -> new PageTerms(0, true)).hasMessage("not a page size: 0");
    for (int tokens : new int[] {3, 16, 32}) {
      assertThatThrownBy(() -> config.withPages(new PageTerms(tokens, true)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("pages of " + tokens + " tokens make up no blocks of 16");
    }
    assertThatThrownBy(() -> config.withPages(TERMS).withStateAgent(true))
        .hasMessageContaining("state agent");
  }
}
