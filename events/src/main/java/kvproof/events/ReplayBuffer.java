package kvproof.events;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The last batches of one stream, numbered 0, 1, 2 and so on; the oldest goes when there are too
 * many. What an engine answers replay requests from.
 *
 * <p>Safe for any thread. A replay sees the buffer as it was when it began.
 */
public final class ReplayBuffer implements ReplaySource {
  private final int capacity;
  private final Deque<byte[]> kept = new ArrayDeque<>();
  private long nextSequence;

  /** With room for {@code capacity} batches; 0 keeps none. */
  public ReplayBuffer(int capacity) {
    if (capacity < 0) {
      throw new IllegalArgumentException("not a number of batches: " + capacity);
    }
    this.capacity = capacity;
  }

  /** Keeps the payload, which nobody may change from now on, and gives it its number. */
  public synchronized long add(byte[] payload) {
    kept.addLast(payload);
    if (kept.size() > capacity) {
      kept.removeFirst();
    }
    return nextSequence++;
  }

  /** The number that the next batch gets, which is how many there were. */
  public synchronized long nextSequence() {
    return nextSequence;
  }

  /** From {@code start}, or from the oldest batch that is kept if that is newer. */
  @Override
  public ReplayEnd replay(long start, ReplaySink sink) {
    List<byte[]> payloads;
    long sequence;
    synchronized (this) {
      payloads = new ArrayList<>(kept);
      sequence = nextSequence - payloads.size();
    }
    long handedOver = 0;
    for (byte[] payload : payloads) {
      if (Long.compareUnsigned(sequence, start) >= 0) {
        sink.accept(sequence, payload);
        handedOver++;
      }
      sequence++;
    }
    return new ReplayEnd.Complete(handedOver);
  }
}
