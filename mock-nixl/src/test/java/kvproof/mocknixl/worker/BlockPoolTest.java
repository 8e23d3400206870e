package kvproof.mocknixl.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.mocknixl.kvcr.BlockPart;
import kvproof.mocknixl.kvcr.SourceBlocks.Claim;
import kvproof.mocknixl.worker.BlockPool.Eviction;
import kvproof.model.BlockHashes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class BlockPoolTest extends PoolFixture {

  @Test
  void storedBlocksAreFoundWithTheirBytes() {
    BlockPool pool = pool(4);

    assertThat(pool.store(blocks(1, 3))).isTrue();

    assertThat(pool.hashes()).isEqualTo(blocks(1, 3));
    assertThat(pool.holds(104)).isFalse();
    assertThat(pool.freeSlots()).isEqualTo(1);
    int slot = pool.slot(102).orElseThrow();
    assertThat(pool.inspect(slot, 102).isRight()).isTrue();
    assertThat(pool.inspect(slot, 103)).isEqualTo(new ContentFinding.OtherBlock(102));
    assertThat(pool.inspect(3, 103)).isEqualTo(new ContentFinding.NeverWritten());
  }

  @Test
  void partsOfASlotLieWhereItsBytesAre() {
    BlockPool pool = pool(3);
    pool.store(blocks(1, 3));

    List<BlockPart> parts = pool.parts(2);

    assertThat(parts).extracting(BlockPart::label).containsExactly("kv:k", "scales", "kv:v");
    assertThat(parts).extracting(part -> part.bytes().sizeBytes()).containsExactly(64L, 16L, 64L);
    // Both parts of pool kv lie side by side; the other pool is memory of its own.
    assertThat(parts.get(2).bytes().address() - parts.get(0).bytes().address()).isEqualTo(64);
    assertThat(pool.bytes(2)).extracting(ByteBuffer::remaining).containsExactly(64, 16, 64);
  }

  @Test
  void blockThatIsHeldTakesNoSecondSlot() {
    BlockPool pool = pool(2);
    pool.store(101);

    assertThat(pool.store(BlockHashes.of(101, 102, 102))).isTrue();

    assertThat(pool.freeSlots()).isZero();
  }

  @Tag("FS-36")
  @Test
  void storeWithoutRoomForAllChangesNothing() {
    BlockPool pool = pool(11);
    pool.store(blocks(1, 3));

    assertThat(pool.store(blocks(1, 13))).isFalse();
    assertThat(pool.reserve(9)).isEmpty();

    assertThat(pool.freeSlots()).isEqualTo(8);
    assertThat(pool.hashes()).isEqualTo(blocks(1, 3));
    assertThat(pool.unrest()).isEmpty();
    assertThat(pool.store(blocks(1, 11))).isTrue();
  }

  @Test
  void slotFreedLastIsUsedFirst() {
    BlockPool pool = pool(4);
    pool.store(blocks(1, 3));
    int slot = pool.slot(102).orElseThrow();

    assertThat(pool.evict(102)).isEqualTo(Eviction.GONE);
    pool.store(109);

    assertThat(pool.slot(109)).hasValue(slot);
    assertThat(pool.inspect(slot, 102)).isEqualTo(new ContentFinding.OtherBlock(109));
    assertThat(pool.evict(102)).isEqualTo(Eviction.ABSENT);
  }

  @Tag("FS-35")
  @Test
  void claimedBlockKeepsItsSlotUntilItsLastClaimIsReleased() {
    BlockPool pool = pool(1);
    pool.store(101);
    Claim first = pool.claim(101).orElseThrow();
    Claim second = pool.claim(101).orElseThrow();

    assertThat(pool.evict(101)).isEqualTo(Eviction.DEFERRED);

    assertThat(pool.holds(101)).isFalse();
    assertThat(pool.claim(101)).isEmpty();
    assertThat(pool.store(102)).isFalse();
    first.release();
    assertThat(pool.store(102)).isFalse();
    assertThat(pool.inspect(0, 101).isRight()).isTrue();
    second.release();
    assertThat(pool.store(102)).isTrue();
  }

  @Tag("FS-35")
  @Test
  void roomIsMadeOfTheOldestBlocksThatNobodyHasClaimed() {
    BlockPool pool = pool(3);
    pool.store(blocks(1, 3));
    Claim copying = pool.claim(101).orElseThrow();

    assertThat(pool.makeRoom(1)).isTrue();
    assertThat(pool.hashes()).isEqualTo(BlockHashes.of(101, 103));
    assertThat(pool.makeRoom(3)).isFalse();
    assertThat(pool.hashes()).isEqualTo(BlockHashes.of(101, 103));
    assertThat(pool.makeRoom(2)).isTrue();
    assertThat(pool.hashes()).isEqualTo(BlockHashes.of(101));

    assertThat(pool.inspect(pool.slot(101).orElseThrow(), 101).isRight()).isTrue();
    copying.release();
  }

  @Test
  void evictedBlockThatIsStoredAgainHasAnotherSlotWhileTheOldOneIsClaimed() {
    BlockPool pool = pool(2);
    pool.store(101);
    int old = pool.slot(101).orElseThrow();
    Claim claim = pool.claim(101).orElseThrow();
    pool.evict(101);

    pool.store(101);

    assertThat(pool.slot(101)).isNotEmpty().isNotEqualTo(OptionalInt.of(old));
    claim.release();
    assertThat(pool.freeSlots()).isEqualTo(1);
    assertThat(pool.holds(101)).isTrue();
  }

  @Test
  void reservedSlotIsNotHandedOutUntilItIsGivenBack() {
    BlockPool pool = pool(2);
    List<Integer> slots = pool.reserve(2).orElseThrow();

    assertThat(pool.store(101)).isFalse();
    assertThat(pool.makeRoom(1)).isFalse();
    assertThat(pool.unrest()).containsExactly("2 slots reserved");

    pool.giveBack(slots.get(0));
    assertThat(pool.store(101)).isTrue();
    assertThat(pool.slot(101)).hasValue(slots.get(0));
    pool.giveBack(slots.get(1));
  }

  @Test
  @Tag("FS-47")
  void keptBlockIsHeldInTheSlotWhereItArrived() {
    BlockPool pool = pool(2);
    int slot = pool.reserve(1).orElseThrow().getFirst();
    new BlockContent(PARTS.blockBytes()).fill(101, pool.bytes(slot));

    assertThat(pool.keep(101, slot)).isTrue();

    assertThat(pool.slot(101)).hasValue(slot);
    assertThat(pool.unrest()).isEmpty();
  }

  @Test
  void blockThatCameOnAnotherWayMeanwhileIsKeptOnce() {
    BlockPool pool = pool(2);
    int slot = pool.reserve(1).orElseThrow().getFirst();
    pool.store(101);

    assertThat(pool.keep(101, slot)).isFalse();

    assertThat(pool.freeSlots()).isEqualTo(1);
  }

  @Test
  void withheldSlotIsNeverHandedOutAgain() {
    BlockPool pool = pool(2);
    pool.withhold(pool.reserve(1).orElseThrow().getFirst());

    assertThat(pool.withheld()).isEqualTo(1);
    assertThat(pool.unrest()).isEmpty();
    assertThat(pool.reserve(2)).isEmpty();
    assertThat(pool.store(blocks(1, 2))).isFalse();
    assertThat(pool.makeRoom(2)).isFalse();
    opened.getLast().vouchForMemory();
  }

  @Test
  void slotsChangeHandsOnlyAsTheyMay() {
    BlockPool pool = pool(2);
    pool.store(101);
    int held = pool.slot(101).orElseThrow();
    int free = 1 - held;

    for (int slot : new int[] {held, free, -1, 2}) {
      assertThatIllegalArgumentException().isThrownBy(() -> pool.giveBack(slot));
      assertThatIllegalArgumentException().isThrownBy(() -> pool.withhold(slot));
      assertThatIllegalArgumentException().isThrownBy(() -> pool.keep(102, slot));
    }
    assertThatIllegalArgumentException().isThrownBy(() -> pool.reserve(-1));
    Claim claim = pool.claim(101).orElseThrow();
    claim.release();
    assertThatIllegalStateException().isThrownBy(claim::release);
    assertThat(pool.freeSlots()).isEqualTo(1);
  }

  @Test
  void wrongBytesAreFoundWhereverTheyLie() {
    BlockPool pool = pool(3);
    pool.store(blocks(1, 3));
    List<ByteBuffer> victim = pool.bytes(pool.slot(102).orElseThrow());
    byte right = victim.get(1).get(5);
    victim.get(1).put(5, (byte) (right + 1));

    assertThat(pool.wrongBlocks()).extracting(WrongBlock::hash).containsExactly(102L);

    victim.get(1).put(5, right);
  }

  @Test
  void tierWithoutSlotsHoldsNothing() {
    BlockPool none = worker("none", 0, 1).device();

    assertThat(none.slots()).isZero();
    assertThat(none.store(101)).isFalse();
    assertThat(none.store(BlockHashes.empty())).isTrue();
    assertThat(none.claim(101)).isEmpty();
    assertThat(none.reserve(0)).hasValue(List.of());
  }

  @Test
  void aTierOf256MiBIsFilledAndJudgedToTheLastByte() {
    BlockLayout layout =
        BlockLayoutTest.layout("kv:k", 3 << 19, "scales", 1 << 20, "kv:v", 3 << 19);
    KvWorker worker = new KvWorker(fabric.agent("large"), layout, 0, 64);
    opened.add(worker);
    BlockPool pool = worker.host();

    assertThat(pool.store(blocks(1, 64))).isTrue();

    assertThat(layout.blockBytes()).isEqualTo(4 << 20);
    assertThat(pool.wrongBlocks()).isEmpty();
    ByteBuffer last = pool.bytes(pool.slot(164).orElseThrow()).getLast();
    int end = last.limit() - 1;
    last.put(end, (byte) (last.get(end) + 1));
    assertThat(pool.wrongBlocks())
        .containsExactly(
            new WrongBlock(164, new ContentFinding.Torn((4 << 20) - 8, Optional.empty())));
    last.put(end, (byte) (last.get(end) - 1));
  }
}
