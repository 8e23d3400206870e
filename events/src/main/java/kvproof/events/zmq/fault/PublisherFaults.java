package kvproof.events.zmq.fault;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import java.util.function.UnaryOperator;
import kvproof.events.zmq.PublisherFault;

/**
 * The faults by name. {@code sequences} says which messages a fault strikes; the end marker of a
 * replay has sequence -1.
 */
public final class PublisherFaults {
  private PublisherFaults() {}

  /** These live messages do not leave; they can be replayed. */
  public static PublisherFault losing(LongPredicate sequences) {
    return new PublisherFault() {
      @Override
      public List<List<byte[]>> live(long sequence, List<byte[]> frames) {
        return sequences.test(sequence) ? List.of() : List.of(frames);
      }
    };
  }

  /** These live messages leave twice. */
  public static PublisherFault repeating(LongPredicate sequences) {
    return new PublisherFault() {
      @Override
      public List<List<byte[]>> live(long sequence, List<byte[]> frames) {
        return sequences.test(sequence) ? List.of(frames, frames) : List.of(frames);
      }
    };
  }

  /** These live messages leave with other frames; see {@link Reframing}. */
  public static PublisherFault reframing(
      LongPredicate sequences, UnaryOperator<List<byte[]>> change) {
    return new PublisherFault() {
      @Override
      public List<List<byte[]>> live(long sequence, List<byte[]> frames) {
        return List.of(sequences.test(sequence) ? change.apply(frames) : frames);
      }
    };
  }

  /** These replies do not leave; without its marker a replay has no end. */
  public static PublisherFault losingReplies(LongPredicate sequences) {
    return new PublisherFault() {
      @Override
      public List<List<byte[]>> reply(long sequence, List<byte[]> frames) {
        return sequences.test(sequence) ? List.of() : List.of(frames);
      }
    };
  }

  /** These replies leave with other frames; see {@link Reframing}. */
  public static PublisherFault reframingReplies(
      LongPredicate sequences, UnaryOperator<List<byte[]>> change) {
    return new PublisherFault() {
      @Override
      public List<List<byte[]>> reply(long sequence, List<byte[]> frames) {
        return List.of(sequences.test(sequence) ? change.apply(frames) : frames);
      }
    };
  }

  /** The first so many replay requests get no answer at all. */
  public static PublisherFault silentFor(int requests) {
    return new PublisherFault() {
      private int left = requests;

      @Override
      public OptionalLong answerFrom(long start) {
        return left-- > 0 ? OptionalLong.empty() : OptionalLong.of(start);
      }
    };
  }

  /** Every replay is answered from this sequence, whatever was asked for. */
  public static PublisherFault answeringFrom(long sequence) {
    return new PublisherFault() {
      @Override
      public OptionalLong answerFrom(long start) {
        return OptionalLong.of(sequence);
      }
    };
  }
}
