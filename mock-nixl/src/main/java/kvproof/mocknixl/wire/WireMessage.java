package kvproof.mocknixl.wire;

import kvproof.model.transfer.TransferException.Category;

/**
 * One frame without its payload. Opener is who opened the connection, owner is whose memory is
 * written and read; answers go back on the same connection.
 *
 * <p>A request's number is chosen by the opener and never used twice on one connection.
 */
public sealed interface WireMessage {

  /** The only version there is. */
  int VERSION = 1;

  /** Bytes that follow in the same frame: what is written, read or notified. */
  default int payloadBytes() {
    return 0;
  }

  /** Opener's first frame: who it is, and which life of which agent it wants to reach. */
  record Hello(Peer opener, Peer wanted) implements WireMessage {}

  /** Owner's answer to a {@link Hello} that is meant for it. */
  record Welcome() implements WireMessage {}

  /** Owner's last frame. */
  record Goodbye(Reason reason, String text) implements WireMessage {}

  /** Opener's bytes for the owner's memory. */
  record Write(long request, Extent destination) implements WireMessage {
    @Override
    public int payloadBytes() {
      return destination.sizeBytes();
    }
  }

  /** Opener wants bytes of the owner's memory. */
  record Read(long request, Extent source) implements WireMessage {}

  /** Owner's answer to one {@link Read}, in their order. */
  record Data(long request, long address, int sizeBytes) implements WireMessage {
    public Data {
      checkSize(sizeBytes, 1);
    }

    @Override
    public int payloadBytes() {
      return sizeBytes;
    }
  }

  /** Opener has sent all of a request. */
  record Sync(long request) implements WireMessage {}

  /** Owner has carried out all of a request. */
  record Done(long request) implements WireMessage {}

  /**
   * Owner could not carry out a frame of the request and ignores the rest of it.
   *
   * @param category {@link Category#NOT_FOUND} (outside registered memory) or {@link
   *     Category#BACKEND}
   */
  record Failed(long request, Category category, String text) implements WireMessage {
    public Failed {
      if (category != Category.NOT_FOUND && category != Category.BACKEND) {
        throw new IllegalArgumentException("no category of a failed frame: " + category);
      }
    }
  }

  /** Opener's notification, bound to a request that is done, or alone: then the request is 0. */
  record Notify(long request, int sizeBytes) implements WireMessage {
    public Notify {
      checkSize(sizeBytes, 0);
    }

    @Override
    public int payloadBytes() {
      return sizeBytes;
    }
  }

  private static void checkSize(int sizeBytes, int least) {
    if (sizeBytes < least || sizeBytes > Extent.MOST_BYTES) {
      throw new IllegalArgumentException(
          "a frame carries " + least + " to " + Extent.MOST_BYTES + " bytes, not " + sizeBytes);
    }
  }

  /** Why an owner closes the connection; on the wire 1 and up, in this order. */
  enum Reason {
    /** Another agent listens here. */
    NOT_THAT_AGENT,
    /** The agent of that name has been restarted. */
    NOT_THAT_INCARNATION,
    /** A version it does not speak. */
    VERSION,
    /** Bytes that are no frame, or a frame out of place. */
    MALFORMED,
    /** The agent is being closed. */
    CLOSING
  }
}
