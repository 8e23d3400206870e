package kvproof.soak.fetch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;

/**
 * One tier of an owner: blocks in equal slots of one piece of memory.
 *
 * <p>Bytes stay where they are when a block leaves, and the slot freed last is used first: a block
 * looked for in the wrong slot is soon another block. For one thread.
 */
final class TierCache implements AutoCloseable {

  /** Where a block stands in a chain; what is stored there next replaces it. */
  private record Place(OptionalLong parent, long localHash) {}

  /** A block that was fetched or computed has no place that anybody reported. */
  private record Held(int slot, Optional<Place> place) {}

  private final BlockContent content;
  private final TransferMemory memory;
  private final int slots;
  private final byte[] scratch;
  private final Map<Long, Held> heldByHash = new LinkedHashMap<>();
  private final Map<Place, Long> hashByPlace = new HashMap<>();
  private final List<Integer> freeSlots = new ArrayList<>();

  TierCache(TransferAgent agent, BlockContent content, int slots) {
    this.content = content;
    this.slots = slots;
    this.memory = agent.allocate(MemoryKind.DRAM, (long) slots * content.blockBytes());
    this.scratch = new byte[content.blockBytes()];
    for (int slot = slots - 1; slot >= 0; slot--) {
      freeSlots.add(slot);
    }
  }

  MemoryRegion region() {
    return memory.region();
  }

  /** Takes the blocks of a chain, unless it is malformed. */
  void store(Stored stored) {
    BlockHashes hashes = stored.externalHashes();
    if (isMalformed(stored)) {
      return;
    }
    OptionalLong parent = stored.parent();
    for (int i = 0; i < hashes.size(); i++) {
      put(hashes.at(i), new Place(parent, stored.localHashes().at(i)));
      parent = OptionalLong.of(hashes.at(i));
    }
  }

  private static boolean isMalformed(Stored stored) {
    BlockHashes hashes = stored.externalHashes();
    boolean isOwnParent =
        stored.parent().isPresent()
            && hashes.stream().anyMatch(hash -> hash == stored.parent().getAsLong());
    return isOwnParent || hashes.stream().distinct().count() < hashes.size();
  }

  private void put(long hash, Place place) {
    Long former = hashByPlace.get(place);
    if (former != null && former != hash) {
      remove(former);
    }
    Held held = heldByHash.get(hash);
    if (held == null) {
      held = new Held(fill(hash), Optional.empty());
    }
    held.place().ifPresent(hashByPlace::remove);
    heldByHash.put(hash, new Held(held.slot(), Optional.of(place)));
    hashByPlace.put(place, hash);
  }

  /** Computes a block that is not held; one that is stays as it is. */
  void compute(long hash) {
    if (!holds(hash)) {
      keep(hash, fill(hash));
    }
  }

  private int fill(long hash) {
    int slot = reserve();
    content.fill(hash, ByteBuffer.wrap(scratch));
    memory.write(offset(slot), ByteBuffer.wrap(scratch));
    return slot;
  }

  /** A free slot for a block that is on its way; {@link #keep} or {@link #giveBack} ends that. */
  int reserve() {
    return freeSlots.removeLast();
  }

  void keep(long hash, int slot) {
    heldByHash.put(hash, new Held(slot, Optional.empty()));
  }

  void giveBack(int slot) {
    freeSlots.add(slot);
  }

  void remove(BlockHashes hashes) {
    hashes.stream().forEach(this::remove);
  }

  private void remove(long hash) {
    Held held = heldByHash.remove(hash);
    if (held != null) {
      held.place().ifPresent(hashByPlace::remove);
      giveBack(held.slot());
    }
  }

  void clear() {
    List.copyOf(heldByHash.keySet()).forEach(this::remove);
  }

  boolean holds(long hash) {
    return heldByHash.containsKey(hash);
  }

  Optional<Descriptor> find(long hash) {
    return Optional.ofNullable(heldByHash.get(hash)).map(held -> descriptor(held.slot()));
  }

  Descriptor descriptor(int slot) {
    return region().slice(offset(slot), content.blockBytes());
  }

  /** Judges the bytes in a slot as those of a block. */
  ContentFinding inspect(int slot, long hash) {
    memory.read(offset(slot), ByteBuffer.wrap(scratch));
    return content.check(hash, ByteBuffer.wrap(scratch));
  }

  /** Every held block whose bytes are not right. */
  List<WrongBlock> wrongBlocks() {
    List<WrongBlock> wrong = new ArrayList<>();
    heldByHash.forEach(
        (hash, held) -> {
          ContentFinding finding = inspect(held.slot(), hash);
          if (!(finding instanceof ContentFinding.Right)) {
            wrong.add(new WrongBlock(hash, finding));
          }
        });
    return wrong;
  }

  /** Slots that are neither free nor hold a block: reserved and forgotten, or given back twice. */
  List<String> unrest() {
    int unaccounted = slots - freeSlots.size() - heldByHash.size();
    return unaccounted == 0 ? List.of() : List.of(unaccounted + " slots not accounted for");
  }

  private long offset(int slot) {
    return (long) slot * content.blockBytes();
  }

  @Override
  public void close() {
    memory.close();
  }
}
