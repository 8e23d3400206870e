package kvproof.router.index;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.DISK;
import static kvproof.model.StorageTier.HOST_PINNED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.ApplyStatus;
import kvproof.model.BlockHashes;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.model.casetext.CaseText;
import org.junit.jupiter.api.Test;

/** What a dump says, event by event: the worked dumps, and the rows of the scenarios. */
class IndexDumpTest {
  private static final WorkerWithDpRank W1 = new WorkerWithDpRank(1, 0);
  private static final WorkerWithDpRank W2 = new WorkerWithDpRank(2, 0);
  private static final CacheOwner K1 = new CacheOwner("K1");
  private static final OptionalLong ROOT = OptionalLong.empty();

  private final TieredIndex index = new TieredIndex();

  /** Block n has the hashes n and 100 + n. */
  private static Stored store(Owner owner, StorageTier tier, OptionalLong parent, long... locals) {
    long[] externals = Arrays.stream(locals).map(local -> 100 + local).toArray();
    return new Stored(owner, tier, parent, BlockHashes.of(locals), BlockHashes.of(externals));
  }

  private static Stored store(Owner owner, long... locals) {
    return store(owner, DEVICE, ROOT, locals);
  }

  private static Stored below(Owner owner, long parent, long... locals) {
    return store(owner, DEVICE, OptionalLong.of(parent), locals);
  }

  private static Stored block(Owner owner, long parent, long local, long external) {
    return new Stored(
        owner, DEVICE, OptionalLong.of(parent), BlockHashes.of(local), BlockHashes.of(external));
  }

  private static Removed remove(Owner owner, StorageTier tier, long... hashes) {
    return new Removed(owner, tier, BlockHashes.of(hashes));
  }

  private List<String> dumpAfter(KvCacheEvent... events) {
    for (KvCacheEvent event : events) {
      index.apply(event);
    }
    return index.dump().events().stream().map(CaseText::printStep).toList();
  }

  private List<String> dumpOfReplay() {
    TieredIndex replay = new TieredIndex();
    for (Stored event : index.dump().events()) {
      assertThat(replay.apply(event)).isEqualTo(ApplyStatus.OK);
    }
    return replay.dump().events().stream().map(CaseText::printStep).toList();
  }

  @Test
  void oneEventForEachRunAndRank() {
    assertThat(dumpAfter(store(W2, 1, 2), store(W1, 1, 2, 3, 4)))
        .containsExactly(
            "store 1/0 device root 1:101 2:102 3:103 4:104", "store 2/0 device root 1:101 2:102");
  }

  @Test
  void blocksBehindAHoleNameItAsTheirParent() {
    assertThat(dumpAfter(store(W1, 1, 2, 3, 4), remove(W1, DEVICE, 102)))
        .containsExactly("store 1/0 device root 1:101", "store 1/0 device 102 3:103 4:104");
  }

  /** Row V19 of the index scenarios too. */
  @Test
  void cycleIsCutBeforeTheHashThatItNamesAsItsParent() {
    assertThat(dumpAfter(store(W1, 1, 2, 3, 4), below(W1, 104, 1)))
        .containsExactly("store 1/0 device 104 1:101 2:102 3:103", "store 1/0 device 103 4:104");
    assertThat(dumpOfReplay()).hasSize(2);
  }

  @Test
  void r13RemovedBlockIsAHoleAndNotAnEnd() {
    assertThat(dumpAfter(store(W1, 1, 2, 3), below(W1, 103, 4, 5), remove(W1, DEVICE, 102)))
        .containsExactly("store 1/0 device root 1:101", "store 1/0 device 102 3:103 4:104 5:105");
  }

  @Test
  void r14BranchesThatWereRemovedLeaveNoTrace() {
    assertThat(
            dumpAfter(
                store(W1, 1, 2, 3),
                below(W1, 103, 4, 5),
                below(W1, 103, 6, 7),
                remove(W1, DEVICE, 104, 105, 106, 107)))
        .containsExactly("store 1/0 device root 1:101 2:102 3:103");
  }

  @Test
  void branchesComeAfterWhatTheyBranchFrom() {
    assertThat(dumpAfter(below(W1, 103, 6, 7), store(W1, 1, 2, 3), below(W1, 103, 4, 5)))
        .containsExactly(
            "store 1/0 device root 1:101 2:102 3:103",
            "store 1/0 device 103 4:104 5:105",
            "store 1/0 device 103 6:106 7:107");
  }

  @Test
  void detachedChainsOfAllRanksComeAfterTheRootedOnes() {
    assertThat(dumpAfter(below(W1, 999, 8), store(W2, 1), store(W1, 1)))
        .containsExactly(
            "store 1/0 device root 1:101",
            "store 2/0 device root 1:101",
            "store 1/0 device 999 8:108");
  }

  @Test
  void v14ReHashedBlockLeavesItsChildrenBelowTheOldHash() {
    assertThat(dumpAfter(store(W1, 1, 2, 3, 4), block(W1, 101, 2, 202)))
        .containsExactly("store 1/0 device root 1:101 2:202", "store 1/0 device 102 3:103 4:104");
  }

  @Test
  void v22HoleIsFilledAfterAReplay() {
    assertThat(dumpAfter(store(W1, 1, 2), below(W1, 103, 4, 5))).hasSize(2);
    assertThat(dumpOfReplay()).hasSize(2);

    assertThat(dumpAfter(below(W1, 102, 3)))
        .containsExactly("store 1/0 device root 1:101 2:102 3:103 4:104 5:105");
  }

  @Test
  void ld1And2And4LowerTiersAreDumpedBlockByBlockForEveryOwner() {
    WorkerWithDpRank otherRank = new WorkerWithDpRank(1, 1);

    assertThat(
            dumpAfter(
                store(W1, HOST_PINNED, ROOT, 1, 2), store(otherRank, HOST_PINNED, ROOT, 1, 2)))
        .containsExactly(
            "store 1/0 host_pinned root 1:101",
            "store 1/0 host_pinned 101 2:102",
            "store 1/1 host_pinned root 1:101",
            "store 1/1 host_pinned 101 2:102");
    assertThat(dumpOfReplay()).hasSize(4);
  }

  @Test
  void ld3RemovedMiddleOfALowerTierLeavesItsNeighbours() {
    assertThat(dumpAfter(store(W1, HOST_PINNED, ROOT, 1, 2, 3), remove(W1, HOST_PINNED, 102)))
        .containsExactly("store 1/0 host_pinned root 1:101", "store 1/0 host_pinned 102 3:103");
  }

  @Test
  void ld6CacheOwnersAreDumpedUnderTheirName() {
    assertThat(dumpAfter(store(K1, DISK, ROOT, 1), store(W1, 1)))
        .containsExactly("store 1/0 device root 1:101", "store K1 disk root 1:101");
  }

  /** Row B12 too: device first, then every tier under its own name. */
  @Test
  void tiersComeInWalkingOrderWhoeverHoldsThem() {
    assertThat(
            dumpAfter(
                store(K1, DISK, ROOT, 1),
                store(K1, HOST_PINNED, ROOT, 1),
                store(W2, HOST_PINNED, ROOT, 1),
                store(W1, DISK, ROOT, 1)))
        .containsExactly(
            "store 2/0 host_pinned root 1:101",
            "store K1 host_pinned root 1:101",
            "store 1/0 disk root 1:101",
            "store K1 disk root 1:101");
  }

  @Test
  void ranksWithoutBlocksAndCountersAreInNoDump() {
    assertThat(dumpAfter(store(W1, 1), Cleared.of(W1), below(W2, 101, 1))).isEmpty();
    assertThat(index.statistics(DEVICE).malformed()).isEqualTo(1);
  }
}
