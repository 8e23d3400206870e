package kvproof.mocknixl.shared;

import java.nio.ByteBuffer;

/**
 * A block that one writer is storing, in bytes of its own until it is finished: what a writer sends
 * too late touches nobody else's block. Made by {@link SharedTier#begin}; for the tier's thread.
 */
public final class Upload {

  /** How an upload ended, or why not yet. */
  public enum Ending {
    /** Everybody finds the block from now on. */
    FINISHED,
    /** The lease was over: nothing of it is found, and its bytes are gone. */
    LEASE_EXPIRED,
    /** Bytes are missing; it goes on. */
    INCOMPLETE
  }

  private final SharedTier tier;
  private final long hash;
  private final String writer;
  private final ByteBuffer bytes;
  private long untilNanos;

  Upload(SharedTier tier, long hash, String writer, int blockBytes, long untilNanos) {
    this.tier = tier;
    this.hash = hash;
    this.writer = writer;
    this.bytes = ByteBuffer.allocate(blockBytes);
    this.untilNanos = untilNanos;
  }

  public long hash() {
    return hash;
  }

  public String writer() {
    return writer;
  }

  /** When the lease ends. */
  public long untilNanos() {
    return untilNanos;
  }

  /**
   * Appends all that remains in {@code part}; false, and nothing written, once the lease is over.
   *
   * <p>More than a block is {@link IllegalArgumentException}.
   */
  public boolean write(ByteBuffer part) {
    if (part.remaining() > bytes.remaining()) {
      throw new IllegalArgumentException(
          part.remaining() + " bytes more for a block that lacks " + bytes.remaining());
    }
    if (!tier.isCurrent(this)) {
      return false;
    }
    bytes.put(part);
    return true;
  }

  /** A whole lease from now on; false once it is over. */
  public boolean renew() {
    if (!tier.isCurrent(this)) {
      return false;
    }
    untilNanos = tier.leaseEnd();
    return true;
  }

  /** Makes the block visible if it is whole and the lease is not over. */
  public Ending finish() {
    if (!tier.isCurrent(this)) {
      return Ending.LEASE_EXPIRED;
    }
    if (bytes.hasRemaining()) {
      return Ending.INCOMPLETE;
    }
    tier.finish(this, bytes.duplicate().flip().asReadOnlyBuffer());
    return Ending.FINISHED;
  }

  /** Gives the upload up: somebody else may store the block at once. Harmless once it is over. */
  public void abandon() {
    tier.drop(this);
  }
}
