package kvproof.mocknixl.net;

/** A notification on its way; bound to the request of that number, or to none if it is 0. */
final class Message implements Outgoing {
  private final long request;
  private final byte[] payload;

  Message(long request, byte[] payload) {
    this.request = request;
    this.payload = payload;
  }

  long request() {
    return request;
  }

  byte[] payload() {
    return payload;
  }
}
