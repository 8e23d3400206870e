package kvproof.mocknixl.kvcr.message;

import java.util.Optional;
import java.util.OptionalLong;

/** One message of the control channel. */
public sealed interface KvcrFrame {
  Envelope envelope();

  /** A target introduces itself. */
  record TargetMetadata(Envelope envelope, Introduction introduction) implements KvcrFrame {}

  /**
   * A source has taken the metadata of a frame.
   *
   * @param operation the handle, if the frame was a {@code start_write}
   */
  record TargetMetadataAck(Envelope envelope, OptionalLong operation) implements KvcrFrame {}

  /**
   * A target asks for blocks.
   *
   * @param operation the target's handle
   * @param order absent: the frame is there, but its fields cannot be used, so it must be answered
   *     as a failure
   */
  record StartWrite(
      Envelope envelope, Introduction introduction, long operation, Optional<WriteOrder> order)
      implements KvcrFrame {}

  /**
   * A target asks whether a write may still come, and forbids it. Its agent and both endpoints are
   * there, or the frame would not have been read.
   *
   * @param sourceIncarnation whom the target means; absent: whoever it is
   */
  record WriteProbe(
      Envelope envelope,
      Introduction introduction,
      long operation,
      Optional<String> sourceIncarnation)
      implements KvcrFrame {}

  /**
   * A source answers a probe.
   *
   * @param terminal this incarnation has not started a write for the operation and never will
   * @param deadIncarnation an incarnation that somebody vouches to be dead
   */
  record WriteProbeAck(
      Envelope envelope, long operation, boolean terminal, Optional<String> deadIncarnation)
      implements KvcrFrame {}

  /** A source that cannot notify the target refuses a {@code start_write}. */
  record WriteRefused(Envelope envelope, long operation) implements KvcrFrame {}
}
