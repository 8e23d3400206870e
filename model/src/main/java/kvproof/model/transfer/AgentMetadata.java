package kvproof.model.transfer;

import java.util.Arrays;

/**
 * What one agent tells its peers about itself: name and regions, as they were when it was taken.
 *
 * <p>An opaque, immutable run of bytes that travels over any channel.
 */
public final class AgentMetadata {
  private final byte[] bytes;

  private AgentMetadata(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Copies the array. */
  public static AgentMetadata of(byte[] bytes) {
    return new AgentMetadata(bytes.clone());
  }

  /** A fresh copy. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AgentMetadata that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes of agent metadata";
  }
}
