package kvproof.events.wire;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * Which part of a hybrid cache an event is about, and whose.
 *
 * @param groupIdx unsigned 32-bit
 * @param slidingWindow unsigned 32-bit, in tokens
 * @param ownership absent: the framework's
 */
public record EventTail(
    OptionalInt groupIdx,
    Optional<AttentionKind> kind,
    OptionalInt slidingWindow,
    Optional<Locality> locality,
    Optional<Ownership> ownership) {

  public static final EventTail NONE =
      new EventTail(
          OptionalInt.empty(),
          Optional.empty(),
          OptionalInt.empty(),
          Optional.empty(),
          Optional.empty());

  public EventTail withGroupIdx(int newGroupIdx) {
    return new EventTail(OptionalInt.of(newGroupIdx), kind, slidingWindow, locality, ownership);
  }

  public EventTail withKind(String newKind) {
    return new EventTail(
        groupIdx, Optional.of(new AttentionKind(newKind)), slidingWindow, locality, ownership);
  }

  public EventTail withSlidingWindow(int newWindow) {
    return new EventTail(groupIdx, kind, OptionalInt.of(newWindow), locality, ownership);
  }

  public EventTail withLocality(String newLocality) {
    return new EventTail(
        groupIdx, kind, slidingWindow, Optional.of(new Locality(newLocality)), ownership);
  }

  public EventTail withOwnership(String newOwnership) {
    return new EventTail(
        groupIdx, kind, slidingWindow, locality, Optional.of(new Ownership(newOwnership)));
  }
}
