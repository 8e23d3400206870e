package kvproof.events;

import java.util.Arrays;

/**
 * One message of a live stream: a topic, which says nothing about who sent it, the unsigned
 * sequence number of the batch, and the encoded batch.
 *
 * <p>The arrays belong to the message: nothing is copied, and nobody may change them.
 */
public final class LiveMessage {
  private final byte[] topic;
  private final long sequence;
  private final byte[] payload;

  public LiveMessage(byte[] topic, long sequence, byte[] payload) {
    this.topic = topic;
    this.sequence = sequence;
    this.payload = payload;
  }

  public byte[] topic() {
    return topic;
  }

  public long sequence() {
    return sequence;
  }

  public byte[] payload() {
    return payload;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof LiveMessage that
        && sequence == that.sequence
        && Arrays.equals(topic, that.topic)
        && Arrays.equals(payload, that.payload);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * Arrays.hashCode(topic) + Long.hashCode(sequence)) + Arrays.hashCode(payload);
  }

  @Override
  public String toString() {
    return "batch " + Long.toUnsignedString(sequence) + ", " + payload.length + " bytes";
  }
}
