package kvproof.mocknixl.kvcr.message;

import java.util.Optional;

/** Reports to and from notifications: the ASCII bytes {@code KVCR:}, then one msgpack map. */
@SuppressWarnings("DoNotCallSuggester") // goes with the first body
public final class WriteDoneCodec {
  private WriteDoneCodec() {}

  public static byte[] encode(WriteDone report) {
    throw new UnsupportedOperationException("not built yet");
  }

  /** Absent: anything else, which is to be ignored. */
  public static Optional<WriteDone> decode(byte[] payload) {
    throw new UnsupportedOperationException("not built yet");
  }
}
