package kvproof.events.routerevent;

/** Router events to and from JSON, and MessagePack with field names. */
public final class RouterEventCodec {
  private static final String WHAT = "router event";

  private RouterEventCodec() {}

  /** One line of JSON; numbers digit for digit up to 2^64 - 1. */
  public static String toJson(RouterEvent event) {
    return RouterEventWriter.write(event).toString();
  }

  public static RouterEvent ofJson(String json) throws MalformedRouterEventException {
    return RouterEventReader.read(JsonField.parse(json, WHAT));
  }

  public static byte[] toMsgpack(RouterEvent event) {
    return MsgpackDocument.write(RouterEventWriter.write(event));
  }

  /** Reads the event that the bytes begin with; takes time and memory in proportion to them. */
  public static RouterEvent ofMsgpack(byte[] bytes) throws MalformedRouterEventException {
    return RouterEventReader.read(JsonField.root(MsgpackDocument.read(bytes), WHAT));
  }
}
