package kvproof.events.msgpack;

/** Bytes that do not begin with a complete MessagePack value. */
public final class NotMsgpackException extends Exception {
  private static final long serialVersionUID = 1;

  NotMsgpackException(String problem) {
    super(problem);
  }

  NotMsgpackException(String problem, Throwable cause) {
    super(problem, cause);
  }
}
