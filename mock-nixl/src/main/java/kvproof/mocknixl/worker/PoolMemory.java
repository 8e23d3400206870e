package kvproof.mocknixl.worker;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import kvproof.mocknixl.kvcr.BlockPart;
import kvproof.mocknixl.kvcr.message.Catalogue;
import kvproof.mocknixl.kvcr.message.CatalogueRegion;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;

/**
 * The bytes of so many slots: one piece of memory for each pool of the layout.
 *
 * <p>A slot's parts of one pool lie side by side, so that part {@code p} of slot {@code s} is
 * element {@code s * parts + p} of its pool. Memory of a device is reached through copies.
 */
final class PoolMemory {

  /** Where the parts of one label lie. */
  private record Column(
      String label, TransferMemory memory, int bytes, int indexInPool, int partsInPool) {

    long element(int slot) {
      return (long) slot * partsInPool + indexInPool;
    }

    boolean isOnDevice() {
      return memory.region().kind() == MemoryKind.VRAM;
    }

    ByteBuffer bytes(int slot) {
      long offset = element(slot) * bytes;
      if (!isOnDevice()) {
        return memory.view(offset, bytes);
      }
      ByteBuffer copy = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
      memory.read(offset, copy);
      return copy.flip();
    }

    void putBack(int slot, ByteBuffer copy) {
      if (isOnDevice()) {
        memory.write(element(slot) * bytes, copy.duplicate().clear());
      }
    }

    BlockPart part(int slot) {
      return new BlockPart(label, memory.region().slice(element(slot) * bytes, bytes));
    }
  }

  private final int slots;
  private final Map<String, TransferMemory> memoryByPool = new LinkedHashMap<>();
  private final List<Column> columns = new ArrayList<>();

  /** No slots: no memory. What was allocated before a failure is given back. */
  PoolMemory(TransferAgent agent, BlockLayout layout, MemoryKind kind, int slots) {
    this.slots = slots;
    try {
      allocate(agent, layout, kind);
    } catch (RuntimeException | Error noRoom) {
      close();
      throw noRoom;
    }
  }

  private void allocate(TransferAgent agent, BlockLayout layout, MemoryKind kind) {
    if (slots == 0) {
      return;
    }
    layout
        .poolLayout()
        .blockBytesByPool()
        .forEach(
            (pool, bytes) -> {
              long elements = (long) slots * layout.labels(pool).size();
              memoryByPool.put(pool, agent.allocate(kind, elements * bytes));
            });
    layout.bytesByLabel().forEach((label, bytes) -> columns.add(column(layout, label, bytes)));
  }

  private Column column(BlockLayout layout, String label, int bytes) {
    String pool = Catalogue.pool(label);
    List<String> labels = layout.labels(pool);
    return new Column(label, memory(pool), bytes, labels.indexOf(label), labels.size());
  }

  private TransferMemory memory(String pool) {
    TransferMemory memory = memoryByPool.get(pool);
    if (memory == null) {
      throw new IllegalArgumentException("no pool '" + pool + "' in " + memoryByPool.keySet());
    }
    return memory;
  }

  List<MemoryRegion> regions() {
    return memoryByPool.values().stream().map(TransferMemory::region).toList();
  }

  /** The parts of a slot, in the layout's order. */
  List<BlockPart> parts(int slot) {
    return columns.stream().map(column -> column.part(slot)).toList();
  }

  /** The bytes of a slot in the layout's order: themselves, or copies of what a device has. */
  List<ByteBuffer> bytes(int slot) {
    return columns.stream().map(column -> column.bytes(slot)).toList();
  }

  /** Lets somebody write into the bytes of a slot; they are in the memory when this returns. */
  void change(int slot, Consumer<List<ByteBuffer>> writer) {
    List<ByteBuffer> parts = bytes(slot);
    writer.accept(parts);
    for (int i = 0; i < parts.size(); i++) {
      columns.get(i).putBack(slot, parts.get(i));
    }
  }

  /** Element of its pool that each part of a slot is, by label in the layout's order. */
  Map<String, Long> elements(int slot) {
    Map<String, Long> elements = new LinkedHashMap<>();
    columns.forEach(column -> elements.put(column.label(), column.element(slot)));
    return elements;
  }

  /** One region for each pool, as a service describes memory of its own. */
  SortedMap<String, CatalogueRegion> ownedRegions() {
    SortedMap<String, CatalogueRegion> regions = new TreeMap<>();
    for (Column column : columns) {
      String pool = Catalogue.pool(column.label());
      long elements = (long) slots * column.partsInPool();
      regions.put(pool, region(pool, column, 0, 0, elements));
    }
    return regions;
  }

  /** One region for each label, as a framework describes its memory. */
  SortedMap<String, CatalogueRegion> frameworkRegions() {
    SortedMap<String, CatalogueRegion> regions = new TreeMap<>();
    for (Column column : columns) {
      long offset = (long) column.indexInPool() * column.bytes();
      long stride = (long) column.partsInPool() * column.bytes();
      regions.put(column.label(), region(column.label(), column, offset, stride, slots));
    }
    return regions;
  }

  private static CatalogueRegion region(
      String label, Column column, long offsetBytes, long strideBytes, long count) {
    MemoryRegion memory = column.memory().region();
    return new CatalogueRegion(
        label,
        memory.kind(),
        memory.deviceId(),
        memory.address() + offsetBytes,
        strideBytes,
        count,
        column.bytes());
  }

  /** Refused as {@link TransferMemory#close} is, while anything is registered. */
  void close() {
    memoryByPool.values().forEach(TransferMemory::close);
  }
}
