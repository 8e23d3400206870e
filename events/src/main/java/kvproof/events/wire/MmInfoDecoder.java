package kvproof.events.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Entry;
import kvproof.events.msgpack.MsgpackValue.Int;
import kvproof.events.msgpack.MsgpackValue.Mapping;
import kvproof.events.msgpack.MsgpackValue.Nil;
import kvproof.events.msgpack.MsgpackValue.Sequence;
import kvproof.events.msgpack.MsgpackValue.Text;
import kvproof.events.routerevent.MmObjectInfo;
import kvproof.events.routerevent.MmObjectInfo.Offset;

/** Reads multimodal objects block by block; empty where the value is something else. */
final class MmInfoDecoder {
  /*
   *   infos    array of nil or info
   *   info     {"mm_objects": [object, ...]}                        or [[object, ...]]
   *   object   {"mm_hash": u64, "offsets": [[u64, u64], ...]}       or [u64, [[u64, u64], ...]]
   */
  private MmInfoDecoder() {}

  static Optional<List<List<MmObjectInfo>>> infos(MsgpackValue value) {
    if (!(value instanceof Sequence(var items))) {
      return Optional.empty();
    }
    List<List<MmObjectInfo>> infos = new ArrayList<>();
    for (MsgpackValue item : items) {
      Optional<List<MmObjectInfo>> info = item instanceof Nil ? Optional.of(List.of()) : info(item);
      if (info.isEmpty()) {
        return Optional.empty();
      }
      infos.add(info.get());
    }
    return Optional.of(infos);
  }

  private static Optional<List<MmObjectInfo>> info(MsgpackValue value) {
    List<MsgpackValue> fields = fields(value, "mm_objects");
    if (fields.isEmpty() || !(fields.getFirst() instanceof Sequence(var items))) {
      return Optional.empty();
    }
    List<MmObjectInfo> objects = new ArrayList<>();
    for (MsgpackValue item : items) {
      Optional<MmObjectInfo> object = object(item);
      if (object.isEmpty()) {
        return Optional.empty();
      }
      objects.add(object.get());
    }
    return Optional.of(objects);
  }

  private static Optional<MmObjectInfo> object(MsgpackValue value) {
    List<MsgpackValue> fields = fields(value, "mm_hash", "offsets");
    if (fields.isEmpty()
        || !(fields.getFirst() instanceof Int hash && hash.isUnsigned64())
        || !(fields.getLast() instanceof Sequence(var items))) {
      return Optional.empty();
    }
    List<Offset> offsets = new ArrayList<>();
    for (MsgpackValue item : items) {
      if (!(item instanceof Sequence(var pair))
          || pair.size() != 2
          || !(pair.getFirst() instanceof Int start && start.isUnsigned64())
          || !(pair.getLast() instanceof Int end && end.isUnsigned64())) {
        return Optional.empty();
      }
      offsets.add(new Offset(start.bits(), end.bits()));
    }
    return Optional.of(new MmObjectInfo(hash.bits(), offsets));
  }

  /** The named fields, in this order, of a map or of an array without names; empty: not all. */
  private static List<MsgpackValue> fields(MsgpackValue value, String... names) {
    return switch (value) {
      case Sequence(var items) -> items.size() == names.length ? items : List.of();
      case Mapping(var entries) -> {
        List<MsgpackValue> fields = new ArrayList<>();
        for (String name : names) {
          entries.stream()
              .filter(entry -> entry.key().equals(new Text(name)))
              .reduce((first, last) -> last)
              .map(Entry::value)
              .ifPresent(fields::add);
        }
        yield fields.size() == names.length ? fields : List.of();
      }
      case MsgpackValue.Nil _,
          MsgpackValue.Bool _,
          MsgpackValue.Int _,
          MsgpackValue.Real _,
          MsgpackValue.Text _,
          MsgpackValue.Opaque _ ->
          List.of();
    };
  }
}
