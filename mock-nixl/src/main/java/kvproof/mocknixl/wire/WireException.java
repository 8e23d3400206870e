package kvproof.mocknixl.wire;

/** Bytes that are no frame, or no metadata. Says what to answer before the connection is closed. */
public final class WireException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final WireMessage.Reason reason;

  WireException(WireMessage.Reason reason, String message) {
    super(message);
    this.reason = reason;
  }

  /** {@link WireMessage.Reason#MALFORMED} or {@link WireMessage.Reason#VERSION}. */
  public WireMessage.Reason reason() {
    return reason;
  }

  /** For a message that its place forbids, such as a first one that is not HELLO. */
  public static WireException malformed(String message) {
    return new WireException(WireMessage.Reason.MALFORMED, message);
  }
}
