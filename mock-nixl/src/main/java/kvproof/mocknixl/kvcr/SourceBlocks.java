package kvproof.mocknixl.kvcr;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.mocknixl.kvcr.message.BlockKey;

/**
 * The blocks that a source has to offer: those in memory of the service, which it claims itself,
 * and those in the framework's memory, which the framework is asked to pin.
 *
 * <p>For the source's thread. A claimed or pinned block keeps its place and its bytes until it is
 * released.
 */
public interface SourceBlocks {

  /** A block in the service's own memory, kept from eviction; absent if it is not there. */
  Optional<Claim> claim(BlockKey key);

  /**
   * Asks the framework to pin what it has of these; answered by {@link #takePinReplies} under the
   * number that is returned.
   */
  long requestPins(List<BlockKey> keys);

  /** What the framework has answered since the last call, each answer once. */
  List<PinReply> takePinReplies();

  /** Gives a pin back; false if that was not accepted and has to be tried again. */
  boolean releasePin(long pin);

  /** The answer to that request is not wanted any more; it may come all the same. */
  void cancelPins(long request);

  /** One block that stays where it is until {@link #release}, which is called once. */
  interface Claim {
    List<BlockPart> parts();

    void release();
  }

  /**
   * @param request the number that {@link #requestPins} returned
   * @param pin absent: the framework holds none of the blocks
   */
  record PinReply(long request, Optional<Pin> pin) {}

  /**
   * @param pin what {@link #releasePin} takes
   * @param parts of the blocks that are pinned; a key that is missing here is not held
   */
  record Pin(long pin, Map<BlockKey, List<BlockPart>> parts) {
    public Pin {
      parts = Map.copyOf(parts);
    }
  }
}
