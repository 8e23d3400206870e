package kvproof.mocknixl.kvcr.message;

import java.util.Optional;

/** Control frames to and from msgpack maps, as KVCR 0.1.1 writes and reads them. */
@SuppressWarnings("DoNotCallSuggester") // goes with the first body
public final class KvcrCodec {
  private KvcrCodec() {}

  /** One ZeroMQ message. */
  public static byte[] encode(KvcrFrame frame) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Absent: malformed, of an unknown type, or without what its type cannot do without. */
  public static Optional<KvcrFrame> decode(byte[] bytes) {
    throw new UnsupportedOperationException("not built yet");
  }
}
