package kvproof.mocknixl.kvcr.message;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import org.msgpack.value.Value;

/** Reads what a frame brings of its sender's memory: metadata, with the catalogue beside it. */
final class CatalogueDecoder {
  private CatalogueDecoder() {}

  /** Metadata that are no bytes are none; a catalogue without metadata is not looked at. */
  static Introduction introduction(FrameFields frame) {
    Optional<byte[]> metadata = frame.bytes(Field.METADATA);
    if (metadata.isEmpty()) {
      return new Introduction.Absent();
    }
    try {
      return new Introduction.Given(AgentMetadata.of(metadata.get()), catalogue(frame));
    } catch (IllegalArgumentException unreadable) {
      return new Introduction.Unreadable(String.valueOf(unreadable.getMessage()));
    }
  }

  private static Catalogue catalogue(FrameFields frame) {
    if (frame.value(Field.REGIONS).isEmpty()) {
      return new Catalogue(new TreeMap<>(), new TreeMap<>());
    }
    List<Value> maps =
        frame
            .items(Field.REGIONS)
            .filter(items -> items.size() == 2 && items.stream().allMatch(Value::isMapValue))
            .orElseThrow(() -> unreadable(Field.REGIONS));
    return new Catalogue(regions(maps.getFirst()), regions(maps.getLast()));
  }

  private static SortedMap<String, CatalogueRegion> regions(Value map) {
    SortedMap<String, CatalogueRegion> regions = new TreeMap<>();
    FrameFields.of(map).values().forEach((name, value) -> regions.put(name, region(value)));
    if (regions.size() < map.asMapValue().size()) {
      throw unreadable("a region's name"); // one that is no text, or the same one twice
    }
    return regions;
  }

  private static CatalogueRegion region(Value value) {
    if (!value.isMapValue()) {
      throw unreadable("a region");
    }
    FrameFields region = FrameFields.of(value);
    return new CatalogueRegion(
        region.value(Field.LABEL).isEmpty()
            ? ""
            : region.text(Field.LABEL).orElseThrow(() -> unreadable(Field.LABEL)),
        kind(region),
        unsigned(region, Field.DEVICE_ID, Optional.of(0L)),
        unsigned(region, Field.ADDRESS, Optional.empty()),
        unsigned(region, Field.STRIDE, Optional.of(0L)),
        unsigned(region, Field.COUNT, Optional.of(1L)),
        unsigned(region, Field.SIZE, Optional.empty()));
  }

  private static MemoryKind kind(FrameFields region) {
    return region.value(Field.MEM_TYPE).isEmpty()
        ? MemoryKind.DRAM
        : region
            .text(Field.MEM_TYPE)
            .map(MemoryKind::valueOf)
            .orElseThrow(() -> unreadable(Field.MEM_TYPE));
  }

  /** 64 bits without sign. */
  private static long unsigned(FrameFields region, String name, Optional<Long> otherwise) {
    Optional<Value> value = region.value(name);
    if (value.isEmpty()) {
      return otherwise.orElseThrow(() -> unreadable(name));
    }
    return value
        .filter(Value::isIntegerValue)
        .map(number -> number.asIntegerValue().toBigInteger())
        .filter(number -> number.signum() >= 0 && number.bitLength() <= Long.SIZE)
        .orElseThrow(() -> unreadable(name))
        .longValue();
  }

  private static IllegalArgumentException unreadable(String what) {
    return new IllegalArgumentException("unreadable catalogue: " + what);
  }
}
