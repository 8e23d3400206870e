package kvproof.events.zmq;

import java.util.List;
import java.util.OptionalLong;

/**
 * Where a publisher can be made to misbehave: each method sees what would leave or be answered, and
 * says what happens instead. Called on the publisher's thread only.
 *
 * <p>The batches that the publisher keeps are not touched, so what is lost on the live stream can
 * still be replayed.
 */
public interface PublisherFault {
  /** Nothing goes wrong. */
  PublisherFault NONE = new PublisherFault() {};

  /** The messages that leave in place of this one; none loses it. */
  default List<List<byte[]>> live(long sequence, List<byte[]> frames) {
    return List.of(frames);
  }

  /** The replies that leave in place of this one; the end marker has sequence -1. */
  default List<List<byte[]>> reply(long sequence, List<byte[]> frames) {
    return List.of(frames);
  }

  /** The sequence that a replay is answered from; empty leaves it without any answer. */
  default OptionalLong answerFrom(long start) {
    return OptionalLong.of(start);
  }

  /** This fault, and the other one on whatever this one lets through. */
  default PublisherFault and(PublisherFault other) {
    PublisherFault one = this;
    return new PublisherFault() {
      @Override
      public List<List<byte[]>> live(long sequence, List<byte[]> frames) {
        return one.live(sequence, frames).stream()
            .flatMap(message -> other.live(sequence, message).stream())
            .toList();
      }

      @Override
      public List<List<byte[]>> reply(long sequence, List<byte[]> frames) {
        return one.reply(sequence, frames).stream()
            .flatMap(message -> other.reply(sequence, message).stream())
            .toList();
      }

      @Override
      public OptionalLong answerFrom(long start) {
        OptionalLong from = one.answerFrom(start);
        return from.isEmpty() ? from : other.answerFrom(from.getAsLong());
      }
    };
  }
}
