package kvproof.mocknixl.worker;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.mocknixl.kvcr.BlockPart;
import kvproof.mocknixl.kvcr.SourceBlocks.Claim;
import kvproof.model.BlockHashes;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;

/**
 * One tier of a worker: blocks by external hash in equal slots of real memory.
 *
 * <p>A slot that is reserved, claimed or withheld is never handed out, whatever is evicted. Bytes
 * stay where they are when a block leaves. For one thread.
 */
public final class BlockPool {

  /** What came of an eviction. */
  public enum Eviction {
    /** The block is gone and its slot free. */
    GONE,
    /** The block is not found any more; its slot is free when its last claim is released. */
    DEFERRED,
    /** The block was not here. */
    ABSENT
  }

  private final BlockContent content;
  private final PoolMemory memory;
  private final SlotTable slots;

  /** In the order in which the blocks came. */
  private final Map<Long, Integer> slotByHash = new LinkedHashMap<>();

  /** Without a slot nothing fits and there is no memory. */
  BlockPool(TransferAgent agent, BlockLayout layout, MemoryKind kind, int slots) {
    this.content = new BlockContent(layout.blockBytes());
    this.slots = new SlotTable(slots);
    this.memory = new PoolMemory(agent, layout, kind, slots);
  }

  public int slots() {
    return slots.size();
  }

  public int freeSlots() {
    return slots.free();
  }

  /** Slots that are never used again. */
  public int withheld() {
    return slots.count(SlotTable.State.WITHHELD);
  }

  /** Slots of blocks on their way. */
  public int reserved() {
    return slots.count(SlotTable.State.RESERVED);
  }

  public boolean holds(long hash) {
    return slotByHash.containsKey(hash);
  }

  /** The held blocks, in the order in which they came. */
  public BlockHashes hashes() {
    return BlockHashes.of(List.copyOf(slotByHash.keySet()));
  }

  /** The slot that holds a block. */
  public OptionalInt slot(long hash) {
    Integer slot = slotByHash.get(hash);
    return slot == null ? OptionalInt.empty() : OptionalInt.of(slot);
  }

  /** Stores a block with its right bytes; false, and nothing changed, if there is no room. */
  public boolean store(long hash) {
    return store(BlockHashes.of(hash));
  }

  /** Stores those that are not held yet: all of them or, without room for all, none. */
  public boolean store(BlockHashes hashes) {
    long[] missing = hashes.stream().filter(hash -> !holds(hash)).distinct().toArray();
    Optional<List<Integer>> room = slots.reserve(missing.length);
    for (int i = 0; room.isPresent() && i < missing.length; i++) {
      int slot = room.get().get(i);
      fill(slot, missing[i]);
      keep(missing[i], slot);
    }
    return room.isPresent();
  }

  /** Puts the bytes of a block into a slot, whatever is held there. */
  public void fill(int slot, long hash) {
    memory.change(slot, parts -> content.fill(hash, parts));
  }

  /** Copies the bytes of a whole block into a reserved slot in which it arrives. */
  public void write(int slot, ByteBuffer block) {
    if (block.remaining() != content.blockBytes()) {
      throw new IllegalArgumentException(
          block.remaining() + " bytes for a block of " + content.blockBytes());
    }
    ByteBuffer rest = block.duplicate();
    memory.change(
        slots.requireReserved(slot),
        parts -> {
          for (ByteBuffer part : parts) {
            int bytes = part.remaining();
            part.duplicate().put(rest.slice(rest.position(), bytes));
            rest.position(rest.position() + bytes);
          }
        });
  }

  /** Lets a block go; it is not found from now on. */
  public Eviction evict(long hash) {
    Integer slot = slotByHash.remove(hash);
    if (slot == null) {
      return Eviction.ABSENT;
    }
    return slots.leave(slot) ? Eviction.GONE : Eviction.DEFERRED;
  }

  /**
   * Evicts the oldest blocks that nobody has claimed until so many slots are free; false, and
   * nothing changed, if that cannot be had.
   */
  public boolean makeRoom(int wanted) {
    List<Long> evictable = new ArrayList<>();
    slotByHash.forEach(
        (hash, slot) -> {
          if (!slots.isClaimed(slot)) {
            evictable.add(hash);
          }
        });
    int missing = Math.max(0, wanted - slots.free());
    if (missing > evictable.size()) {
      return false;
    }
    evictable.subList(0, missing).forEach(this::evict);
    return true;
  }

  /** So many slots for blocks on their way; absent, and nothing changed, if there is no room. */
  public Optional<List<Integer>> reserve(int wanted) {
    return slots.reserve(wanted);
  }

  /**
   * Takes the block's own bytes, left from before, out of a reserved slot in which it is to arrive:
   * they must not pass for delivered. Whatever else lies there stays and can be named.
   */
  public void expect(long hash, int slot) {
    memory.change(slots.requireReserved(slot), parts -> content.erase(hash, parts));
  }

  /**
   * The block has arrived in a reserved slot and is held there. False if it has come on another way
   * meanwhile: the slot is free then.
   */
  public boolean keep(long hash, int slot) {
    if (holds(hash)) {
      slots.giveBack(slot);
      return false;
    }
    slots.keep(slot);
    slotByHash.put(hash, slot);
    return true;
  }

  /** Ends a reservation: nothing is on its way to that slot any more. */
  public void giveBack(int slot) {
    slots.giveBack(slot);
  }

  /** Ends a reservation for good: the slot is never used again. */
  public void withhold(int slot) {
    slots.withhold(slot);
  }

  /** Keeps a block in its place until the claim is released; absent if it is not held. */
  public Optional<Claim> claim(long hash) {
    return Optional.ofNullable(slotByHash.get(hash)).map(SlotClaim::new);
  }

  /** Where a slot's parts lie, in the layout's order. */
  public List<BlockPart> parts(int slot) {
    return memory.parts(slot);
  }

  /** The bytes of a slot, part by part: themselves, or a copy of what a device has now. */
  public List<ByteBuffer> bytes(int slot) {
    return memory.bytes(slot);
  }

  /** Judges the bytes in a slot as those of a block. */
  public ContentFinding inspect(int slot, long hash) {
    return content.check(hash, memory.bytes(slot));
  }

  /** Every held block whose bytes are not right, in the order in which they came. */
  public List<WrongBlock> wrongBlocks() {
    List<WrongBlock> wrong = new ArrayList<>();
    slotByHash.forEach(
        (hash, slot) -> {
          ContentFinding finding = inspect(slot, hash);
          if (!finding.isRight()) {
            wrong.add(new WrongBlock(hash, finding));
          }
        });
    return wrong;
  }

  /** What is under way, in words: reservations and claims. Empty at rest; withheld is at rest. */
  public List<String> unrest() {
    List<String> unrest = new ArrayList<>();
    if (reserved() > 0) {
      unrest.add(reserved() + " slots reserved");
    }
    if (slots.openClaims() > 0) {
      unrest.add(slots.openClaims() + " claims not released");
    }
    return unrest;
  }

  PoolMemory memory() {
    return memory;
  }

  /** One claim on the block in a slot. */
  private final class SlotClaim implements Claim {
    private final int slot;
    private boolean isReleased;

    SlotClaim(int slot) {
      slots.claim(slot);
      this.slot = slot;
    }

    @Override
    public List<BlockPart> parts() {
      return memory.parts(slot);
    }

    @Override
    public void release() {
      if (isReleased) {
        throw new IllegalStateException("released twice: the claim on slot " + slot);
      }
      isReleased = true;
      slots.release(slot);
    }
  }
}
