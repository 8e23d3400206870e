package kvproof.soak.sim;

import java.util.Optional;
import kvproof.mocknixl.kvcr.message.Envelope;
import kvproof.mocknixl.kvcr.message.KvcrCodec;
import kvproof.mocknixl.kvcr.message.KvcrFrame;

/**
 * What somebody who has proof that a life of a source is over tells a target (kvcr-protocol 3.3).
 */
public final class ProofOfDeath {
  private static final String NAME = "guard";

  private ProofOfDeath() {}

  /**
   * The frame that ends an operation which waits for that life.
   *
   * @param asked the endpoint that its hint named, as it stood there
   */
  public static byte[] frame(
      String targetEndpoint, String asked, long operation, String deadIncarnation) {
    return KvcrCodec.encode(
        new KvcrFrame.WriteProbeAck(
            Envelope.of(NAME, NAME, asked, targetEndpoint),
            operation,
            false,
            Optional.of(deadIncarnation)));
  }
}
