package kvproof.oracles;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.FetchFault;
import kvproof.model.FetchFault.Kind;
import kvproof.model.FetchPhase;
import kvproof.model.FetchResult;
import kvproof.model.HashText;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.ResidencySnapshot;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fault in every phase, on one scene:
 *
 * <pre>
 *   hint            1  2  3  4  5  6
 *   target          1                     on the device
 *   source             2  3               on the host
 *                            4  5         on the device
 * </pre>
 */
class FetchFaultsTest {
  private static final WorkerWithDpRank TARGET = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank SOURCE = new WorkerWithDpRank(2, 0);
  private static final CacheOwner CACHE = new CacheOwner("cache");
  private static final BlockHashes HINT = BlockHashes.of(1, 2, 3, 4, 5, 6);

  private static final String PLAIN = "partial: asked 5, delivered 4, missing 1, credit 5, then 6";
  private static final String NOTHING = "failed: asked 5, delivered 0, missing 5, credit 1, then 6";

  private final FetchOutcomeOracle oracle = new FetchOutcomeOracle();

  @BeforeEach
  void fill() {
    store(TARGET, DEVICE, 1);
    store(SOURCE, HOST_PINNED, 2);
    store(SOURCE, HOST_PINNED, 3);
    store(SOURCE, DEVICE, 4);
    store(SOURCE, DEVICE, 5);
  }

  @Test
  void withoutAFaultTheSourceDeliversWhatItHas() {
    FetchExpectation expected = fetch(Optional.empty());

    assertThat(expected.result()).hasToString(PLAIN);
    assertThat(expected.strikes()).isFalse();
  }

  /** Kind and phase, what the fetch comes to, and what the source holds afterwards. */
  private static final String CELLS =
      """
      SOURCE_RESTARTED       HINTED   | refused: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed | 2 3 4 5
      SOURCE_RESTARTED       ASKED    | refused: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed | 2 3 4 5
      SOURCE_RESTARTED       ACCEPTED | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out, quarantined, not quiet | 2 3 4 5
      SOURCE_RESTARTED       WRITING  | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out, quarantined, not quiet | 2 3 4 5
      SOURCE_RESTARTED       WRITTEN  | partial: asked 5, delivered 4, missing 1, credit 5, then 6 | 2 3 4 5
      SOURCE_CRASHED         HINTED   | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out, quarantined, not quiet | 2 3 4 5
      SOURCE_CRASHED         ASKED    | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out, quarantined, not quiet | 2 3 4 5
      SOURCE_CRASHED         ACCEPTED | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out, quarantined, not quiet | 2 3 4 5
      SOURCE_CRASHED         WRITING  | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out, quarantined, not quiet | 2 3 4 5
      SOURCE_CRASHED         WRITTEN  | partial: asked 5, delivered 4, missing 1, credit 5, then 6 | 2 3 4 5
      BLOCK_EVICTED          HINTED   | partial: asked 5, delivered 3, missing 2, credit 1, then 5 | 3 4 5
      BLOCK_EVICTED          ASKED    | partial: asked 5, delivered 3, missing 2, credit 1, then 5 | 3 4 5
      BLOCK_EVICTED          ACCEPTED | partial: asked 5, delivered 3, missing 2, credit 3, then 5 | 2 3 5
      EVICTED_WHILE_PINNED   ACCEPTED | partial: asked 5, delivered 4, missing 1, credit 5, then 6 | 3 4 5
      EVICTED_WHILE_PINNED   WRITING  | partial: asked 5, delivered 4, missing 1, credit 5, then 6 | 3 4 5
      SLOT_REUSE             HINTED   | partial: asked 5, delivered 3, missing 2, credit 1, then 5 | 3 4 5 5555555555555557
      SLOT_REUSE             WRITING  | partial: asked 5, delivered 4, missing 1, credit 5, then 6 | 3 4 5 5555555555555557
      FOREIGN_BYTES          HINTED   | failed: asked 5, delivered 0, missing 5, credit 1, then 6, wrong bytes for [2, 3, 4, 5] | 2 3 4 5
      OTHER_BLOCKS_BYTES     WRITING  | partial: asked 5, delivered 3, missing 2, credit 1, then 5, wrong bytes for [2] | 2 3 4 5
      TORN_WRITE             WRITING  | partial: asked 5, delivered 3, missing 2, credit 4, then 6, wrong bytes for [5] | 2 3 4 5
      EARLY_NOTIFICATION     WRITING  | partial: asked 5, delivered 3, missing 2, credit 4, then 6, wrong bytes for [5] | 2 3 4 5
      PARTIAL_WRITE          WRITING  | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed | 2 3 4 5
      LOST_TRANSFER          WRITING  | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, quarantined, not quiet | 2 3 4 5
      LOST_NOTIFICATION      WRITTEN  | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out | 2 3 4 5
      LATE_NOTIFICATION      WRITTEN  | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out | 2 3 4 5
      DUPLICATE_NOTIFICATION WRITTEN  | partial: asked 5, delivered 4, missing 1, credit 5, then 6 | 2 3 4 5
      LOST_ACK               HINTED   | partial: asked 5, delivered 4, missing 1, credit 5, then 6 | 2 3 4 5
      SOURCE_STALLED         HINTED   | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed | 2 3 4 5
      LOST_REQUEST           ASKED    | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out | 2 3 4 5
      LATE_REQUEST           ASKED    | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out | 2 3 4 5
      DUPLICATE_REQUEST      ASKED    | partial: asked 5, delivered 4, missing 1, credit 5, then 6 | 2 3 4 5
      LOST_PROBE             ASKED    | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out, quarantined | 2 3 4 5
      PINS_UNANSWERED        ACCEPTED | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out | 2 3 4 5
      SLOW_WRITE             WRITING  | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out | 2 3 4 5
      STUCK_WRITE            WRITING  | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed, timed out, quarantined | 2 3 4 5
      CANCELLED              ASKED    | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed | 2 3 4 5
      CANCELLED              ACCEPTED | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed | 2 3 4 5
      CANCELLED              WRITING  | failed: asked 5, delivered 0, missing 5, credit 1, then 6, hint failed | 2 3 4 5
      DEREGISTRATION         WRITING  | partial: asked 5, delivered 4, missing 1, credit 5, then 6 | 2 3 4 5
      TARGET_CRASHED         ASKED    | failed: asked 5, delivered 0, missing 5, credit 0, then 6 | 2 3 4 5
      TARGET_CRASHED         ACCEPTED | failed: asked 5, delivered 0, missing 5, credit 0, then 6 | 2 3 4 5
      TARGET_CRASHED         WRITING  | failed: asked 5, delivered 0, missing 5, credit 0, then 6 | 2 3 4 5
      """;

  @ParameterizedTest(name = "{0}")
  @CsvSource(textBlock = CELLS, delimiter = '|', quoteCharacter = '`')
  void faultInItsPhaseComesToOneThing(String cell, String result, String sourceAfterwards) {
    FetchExpectation expected = fetch(Optional.of(fault(cell)));

    assertThat(expected.strikes()).isTrue();
    assertThat(expected.result()).hasToString(result);
    assertThat(holds(SOURCE)).isEqualTo(sourceAfterwards);
  }

  /** Whose bytes are found in the place of each block that is reported and wrong. */
  private static final String WRONG_BYTES =
      """
      FOREIGN_BYTES      HINTED  | OfBlock[hash=2, otherHash=6148914691236517207], OfBlock[hash=3, otherHash=6148914691236517206], OfBlock[hash=4, otherHash=6148914691236517201], OfBlock[hash=5, otherHash=6148914691236517200]
      OTHER_BLOCKS_BYTES WRITING | OfBlock[hash=2, otherHash=6148914691236517207]
      TORN_WRITE         WRITING | FirstHalf[hash=5]
      EARLY_NOTIFICATION WRITING | NotWritten[hash=5]
      """;

  @ParameterizedTest(name = "{0}")
  @CsvSource(textBlock = WRONG_BYTES, delimiter = '|', quoteCharacter = '`')
  void wrongBytesAreThoseOfOneBlock(String cell, String whose) {
    assertThat(fetch(cell).wrongBytes()).hasToString("[" + whose + "]");
  }

  @ParameterizedTest
  @MethodSource("faults")
  void eachWrongBlockHasItsWrongBytes(FetchFault fault) {
    FetchExpectation expected = fetch(Optional.of(fault));

    assertThat(expected.wrongBytes().stream().map(WrongBytes::hash).toList())
        .isEqualTo(expected.result().wrongBlocks());
  }

  @Test
  void everyCellIsThereOnce() {
    assertThat(CELLS.lines().map(line -> fault(line.split("\\|", -1)[0])))
        .containsExactlyInAnyOrderElementsOf(FetchFault.all());
  }

  /** The target has all it asked for, or nothing: what is not in the hint never comes. */
  @ParameterizedTest
  @MethodSource("faults")
  void targetHoldsWhatItIsCreditedAndNothingWrong(FetchFault fault) {
    FetchResult result = fetch(Optional.of(fault)).result();

    Set<Long> held = oracle.within(TARGET);
    for (int position = 0; position < result.outcome().creditAfterHoleComputed(); position++) {
      assertThat(held).contains(HINT.at(position));
    }
    result.wrongBlocks().stream()
        .filter(wrong -> wrong > result.outcome().creditAfterHoleComputed())
        .forEach(wrong -> assertThat(held).doesNotContain(wrong));
  }

  static List<FetchFault> faults() {
    return FetchFault.all();
  }

  /** A data plane that reports a plain fetch, as if it had not noticed, is wrong in the others. */
  @ParameterizedTest
  @MethodSource("faults")
  void onlyHarmlessFaultsComeToAPlainFetch(FetchFault fault) {
    boolean isHarmless =
        switch (fault.kind()) {
          case DUPLICATE_NOTIFICATION,
              DUPLICATE_REQUEST,
              LOST_ACK,
              DEREGISTRATION,
              EVICTED_WHILE_PINNED ->
              true;
          case SOURCE_RESTARTED, SOURCE_CRASHED -> fault.phase() == FetchPhase.WRITTEN;
          case SLOT_REUSE -> fault.phase() == FetchPhase.WRITING;
          default -> false;
        };

    assertThat(fetch(Optional.of(fault)).result().toString().equals(PLAIN)).isEqualTo(isHarmless);
  }

  @Nested
  class DoesNotStrike {

    @ParameterizedTest
    @MethodSource("kvproof.oracles.FetchFaultsTest#faults")
    void whenNothingIsAskedNothingComesOfIt(FetchFault fault) {
      for (long hash = 2; hash <= 6; hash++) {
        store(TARGET, HOST_PINNED, hash);
      }

      FetchExpectation expected = fetch(Optional.of(fault));

      assertThat(expected.result())
          .hasToString("nothing_needed: asked 0, delivered 0, missing 0, credit 6, then 6");
      assertThat(expected.strikes()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("kvproof.oracles.FetchFaultsTest#faults")
    void whileBlocksAreGatheredIfAllAreClaimedAtOnce(FetchFault fault) {
      for (long hash = 4; hash <= 6; hash++) {
        store(SOURCE, HOST_PINNED, hash);
      }

      FetchExpectation expected = fetch(Optional.of(fault));

      assertThat(expected.strikes()).isEqualTo(fault.phase() != FetchPhase.ACCEPTED);
      if (!expected.strikes()) {
        assertThat(expected.result())
            .hasToString("delivered: asked 5, delivered 5, missing 0, credit 6, then 6");
      }
    }

    @ParameterizedTest
    @MethodSource("kvproof.oracles.FetchFaultsTest#faults")
    void whileItWritesIfThereIsNothingToWrite(FetchFault fault) {
      oracle.take(new Removed(SOURCE, HOST_PINNED, HINT));
      oracle.take(new Removed(SOURCE, DEVICE, HINT));

      FetchExpectation expected = fetch(Optional.of(fault));

      boolean hitsBlock =
          List.of("BLOCK_EVICTED", "EVICTED_WHILE_PINNED", "SLOT_REUSE")
              .contains(fault.kind().name());
      assertThat(expected.strikes()).isEqualTo(fault.phase() != FetchPhase.WRITING && !hitsBlock);
      if (!expected.strikes()) {
        assertThat(expected.result())
            .hasToString("refused: asked 5, delivered 0, missing 5, credit 1, then 6");
      }
    }

    @Test
    void onABlockToPinIfNoneIsOnTheDeviceAlone() {
      store(SOURCE, HOST_PINNED, 4);
      store(SOURCE, HOST_PINNED, 5);

      assertThat(fetch("BLOCK_EVICTED ACCEPTED").strikes()).isFalse();
    }

    @Test
    void onAClaimedBlockIfNoneIsOnTheSourcesOwnHost() {
      oracle.take(new Removed(SOURCE, HOST_PINNED, HINT));
      project(2, 3);

      assertThat(fetch("EVICTED_WHILE_PINNED ACCEPTED").strikes()).isFalse();
    }
  }

  @Nested
  class WithProjectedCacheOwners {

    @Test
    void blockThatOneOfThemHoldsTooStaysAvailable() {
      project(2);

      assertThat(fetch("BLOCK_EVICTED HINTED").result()).hasToString(PLAIN);
      oracle.take(ResidencySnapshot.empty());
      assertThat(holds(SOURCE)).isEqualTo("3 4 5");
      assertThat(holds(CACHE)).isEqualTo("2");
    }

    @Test
    void blockThatOneOfThemHoldsNeedsNoPin() {
      project(4);

      assertThat(fetch("BLOCK_EVICTED ACCEPTED").result())
          .hasToString("partial: asked 5, delivered 3, missing 2, credit 4, then 6");
      assertThat(holds(SOURCE)).isEqualTo("2 3 4");
    }

    @Test
    void blockThatOnlyOneOfThemHoldsIsNotEvictedFromTheSource() {
      oracle.take(new Removed(SOURCE, HOST_PINNED, HINT));
      oracle.take(new Removed(SOURCE, DEVICE, HINT));
      project(2, 3);

      for (String cell : List.of("BLOCK_EVICTED HINTED", "BLOCK_EVICTED ASKED")) {
        FetchExpectation expected = fetch(cell);
        assertThat(expected.strikes()).isFalse();
        oracle.take(new Removed(TARGET, DEVICE, HINT));
        oracle.take(new Removed(TARGET, HOST_PINNED, HINT));
      }
      assertThat(fetch("SLOT_REUSE HINTED").strikes()).isFalse();
      assertThat(holds(CACHE)).isEqualTo("2 3");
    }

    /** The cache owner's copy is claimed, and so the framework pins none. */
    @Test
    void deviceBlockThatOneOfThemHoldsTooIsNotPinned() {
      oracle.take(new Removed(SOURCE, HOST_PINNED, HINT));
      project(4);

      assertThat(fetch("EVICTED_WHILE_PINNED WRITING").strikes()).isTrue();
      assertThat(holds(SOURCE)).isEqualTo("4");
    }

    @Test
    void firstBlockOfItsOwnIsLostWhileItIsWritten() {
      oracle.take(new Removed(SOURCE, HOST_PINNED, BlockHashes.of(2)));
      project(2);

      assertThat(fetch("SLOT_REUSE WRITING").result()).hasToString(PLAIN);
      assertThat(holds(SOURCE)).isEqualTo("2 4 5 5555555555555556");
    }
  }

  @Nested
  class LeavesBehind {

    @Test
    void evictedBlockIsGoneFromBothTiersOfTheSource() {
      store(SOURCE, DEVICE, 2);

      fetch("EVICTED_WHILE_PINNED WRITING");

      assertThat(holds(SOURCE)).isEqualTo("3 4 5");
    }

    @Test
    void freshBlockIsWhereTheOldOneWas() {
      store(SOURCE, DEVICE, 2);

      fetch("SLOT_REUSE HINTED");

      oracle.take(new Removed(SOURCE, DEVICE, BlockHashes.of(0x5555_5555_5555_5557L)));
      assertThat(holds(SOURCE)).isEqualTo("3 4 5 5555555555555557");
      oracle.take(new Removed(SOURCE, HOST_PINNED, BlockHashes.of(0x5555_5555_5555_5557L)));
      assertThat(holds(SOURCE)).isEqualTo("3 4 5");
    }

    @Test
    void targetThatCrashedHasOnlyWhatItHasComputedSince() {
      store(TARGET, HOST_PINNED, 77);

      fetch("TARGET_CRASHED WRITING");

      assertThat(holds(TARGET)).isEqualTo("1 2 3 4 5 6");
    }

    @Test
    void wrongBlockIsAskedForAgainAndComesRightTheNextTime() {
      store(SOURCE, HOST_PINNED, 6);
      assertThat(fetch("FOREIGN_BYTES HINTED").result().wrongBlocks()).hasSize(5);
      oracle.take(new Removed(TARGET, DEVICE, HINT));
      store(TARGET, DEVICE, 1);

      assertThat(fetch(Optional.empty()).result())
          .hasToString("delivered: asked 5, delivered 5, missing 0, credit 6, then 6");
    }

    @Test
    void holeIsComputedThoughTheFetchFailed() {
      store(TARGET, HOST_PINNED, 4);

      assertThat(fetch("LOST_REQUEST ASKED").result().outcome())
          .hasToString("failed: asked 4, delivered 0, missing 4, credit 1, then 4");
      assertThat(holds(TARGET)).isEqualTo("1 2 3 4");
    }
  }

  @Test
  void onlyWrongBytesIsAFailureThatLeavesTheHintAlone() {
    oracle.take(new Removed(SOURCE, HOST_PINNED, HINT));
    oracle.take(new Removed(SOURCE, DEVICE, BlockHashes.of(5)));

    assertThat(fetch("TORN_WRITE WRITING").result()).hasToString(NOTHING + ", wrong bytes for [4]");
  }

  private FetchExpectation fetch(String cell) {
    return fetch(Optional.of(fault(cell)));
  }

  private FetchExpectation fetch(Optional<FetchFault> fault) {
    return oracle.fetch(TARGET, Optional.of(SOURCE), HINT, fault);
  }

  private static FetchFault fault(String cell) {
    String[] words = cell.strip().split(" +", -1);
    return new FetchFault(Kind.valueOf(words[0]), FetchPhase.valueOf(words[1]));
  }

  private String holds(Owner owner) {
    TreeSet<Long> hashes = new TreeSet<>(oracle.within(owner));
    return String.join(" ", hashes.stream().map(HashText::print).toList());
  }

  private void store(Owner owner, StorageTier tier, long hash) {
    OptionalLong parent = hash == 1 ? OptionalLong.empty() : OptionalLong.of(hash - 1);
    oracle.take(new Stored(owner, tier, parent, BlockHashes.of(hash + 1000), BlockHashes.of(hash)));
  }

  /** The cache owner holds these, and the source may serve them. */
  private void project(long... hashes) {
    for (long hash : hashes) {
      store(CACHE, HOST_PINNED, hash);
    }
    TreeMap<CacheOwner, WorkerWithDpRank> projections = new TreeMap<>();
    projections.put(CACHE, SOURCE);
    oracle.take(new ResidencySnapshot(projections, new TreeMap<>()));
  }
}
