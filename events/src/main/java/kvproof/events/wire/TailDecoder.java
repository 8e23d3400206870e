package kvproof.events.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import kvproof.events.msgpack.MsgpackValue;
import kvproof.events.msgpack.MsgpackValue.Int;
import kvproof.events.msgpack.MsgpackValue.Nil;
import kvproof.events.msgpack.MsgpackValue.Text;
import kvproof.events.routerevent.MmObjectInfo;

/** Reads what stands behind the fixed elements of an event in array form; refuses nothing. */
final class TailDecoder {
  /*
   * Producers of today write all of
   *
   *   group u32 or nil | kind text or nil | window u32 or nil | locality text or nil | ownership
   *
   * Older ones wrote what they had, where it fell: multimodal objects, group, kind, window. Which
   * of the two it is shows only in the length and the types, so one element of a wrong type among
   * the five makes the whole tail an old one.
   */
  static final int MAX_ELEMENTS = 5;
  private static final int SHORTEST_FIXED = 4;

  /** A tail as it was read. Multimodal objects occur in old tails of stored blocks only. */
  record Tail(EventTail fields, Optional<List<List<MmObjectInfo>>> mmInfos) {}

  private sealed interface Element {
    record Absent() implements Element {}

    record Unsigned(int bits) implements Element {}

    record Word(String text) implements Element {}

    record MmInfos(List<List<MmObjectInfo>> infos) implements Element {}

    record Other() implements Element {}
  }

  private TailDecoder() {}

  /** Elements past the fifth are not looked at. */
  static Tail decode(List<MsgpackValue> tail, boolean mayHaveMmInfos) {
    List<Element> elements =
        tail.stream().limit(MAX_ELEMENTS).map(value -> classify(value, mayHaveMmInfos)).toList();
    return isFixed(elements) ? new Tail(fixed(elements), Optional.empty()) : legacy(elements);
  }

  private static Element classify(MsgpackValue value, boolean mayHaveMmInfos) {
    if (value instanceof Nil) {
      return new Element.Absent();
    }
    if (value instanceof Int number && number.isUnsigned32()) {
      return new Element.Unsigned((int) number.bits());
    }
    if (value instanceof Text(String text)) {
      return new Element.Word(text);
    }
    return (mayHaveMmInfos
            ? MmInfoDecoder.infos(value)
            : Optional.<List<List<MmObjectInfo>>>empty())
        .<Element>map(Element.MmInfos::new)
        .orElseGet(Element.Other::new);
  }

  private static boolean isFixed(List<Element> elements) {
    if (elements.size() < SHORTEST_FIXED) {
      return false;
    }
    for (int place = 0; place < elements.size(); place++) {
      boolean isNumberPlace = place == 0 || place == 2;
      boolean fits =
          switch (elements.get(place)) {
            case Element.Absent _ -> true;
            case Element.Unsigned _ -> isNumberPlace;
            case Element.Word _ -> !isNumberPlace;
            case Element.MmInfos _, Element.Other _ -> false;
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  private static EventTail fixed(List<Element> elements) {
    return new EventTail(
        number(elements.get(0)),
        word(elements.get(1)).map(AttentionKind::new),
        number(elements.get(2)),
        word(elements.get(3)).map(Locality::new),
        elements.size() < MAX_ELEMENTS
            ? Optional.empty()
            : word(elements.get(4)).map(Ownership::new));
  }

  private static OptionalInt number(Element element) {
    return element instanceof Element.Unsigned(int bits)
        ? OptionalInt.of(bits)
        : OptionalInt.empty();
  }

  private static Optional<String> word(Element element) {
    return element instanceof Element.Word(String text) ? Optional.of(text) : Optional.empty();
  }

  /** Numbers are the group, then the window; the last text is the kind. */
  private static Tail legacy(List<Element> elements) {
    List<Integer> numbers = new ArrayList<>();
    EventTail fields = EventTail.NONE;
    Optional<List<List<MmObjectInfo>>> mmInfos = Optional.empty();
    for (Element element : elements) {
      switch (element) {
        case Element.Unsigned(int bits) -> numbers.add(bits);
        case Element.Word(String text) -> fields = fields.withKind(text);
        case Element.MmInfos(var infos) -> mmInfos = Optional.of(infos);
        case Element.Absent _, Element.Other _ -> {}
      }
    }
    if (!numbers.isEmpty()) {
      fields = fields.withGroupIdx(numbers.getFirst());
    }
    if (numbers.size() > 1) {
      fields = fields.withSlidingWindow(numbers.get(1));
    }
    return new Tail(fields, mmInfos);
  }
}
