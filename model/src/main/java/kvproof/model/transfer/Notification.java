package kvproof.model.transfer;

import java.util.Arrays;

/** A message from another agent; the payload is opaque and may be empty. Immutable. */
public final class Notification {
  private final String sender;
  private final byte[] payload;

  /** Copies the payload. */
  public Notification(String sender, byte[] payload) {
    this.sender = sender;
    this.payload = payload.clone();
  }

  /** Name of the agent that sent it. */
  public String sender() {
    return sender;
  }

  /** Bytes of the payload. */
  public int sizeBytes() {
    return payload.length;
  }

  /** A fresh copy. */
  public byte[] payload() {
    return payload.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Notification that
        && sender.equals(that.sender)
        && Arrays.equals(payload, that.payload);
  }

  @Override
  public int hashCode() {
    return 31 * sender.hashCode() + Arrays.hashCode(payload);
  }

  @Override
  public String toString() {
    return payload.length + " bytes from " + sender;
  }
}
