package kvproof.mocknixl.fault;

import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.kvcr.message.BlockKey;

/**
 * Blocks of a source whose framework does not answer, for as long as that is wished.
 *
 * <p>Answers that were held back come when it answers again, unless the framework has dropped them
 * with the request. For the source's thread.
 */
public final class HeldPins implements SourceBlocks {
  private final SourceBlocks blocks;
  private boolean holding;
  private int requestsMet;

  public HeldPins(SourceBlocks blocks) {
    this.blocks = blocks;
  }

  /** Whether answers are held back from now on. */
  public void hold(boolean holding) {
    this.holding = holding;
  }

  /** Requests that were made while answers were held back. */
  public int requestsMet() {
    return requestsMet;
  }

  @Override
  public Optional<Claim> claim(BlockKey key) {
    return blocks.claim(key);
  }

  @Override
  public long requestPins(List<BlockKey> keys) {
    requestsMet += holding ? 1 : 0;
    return blocks.requestPins(keys);
  }

  @Override
  public List<PinReply> takePinReplies() {
    return holding ? List.of() : blocks.takePinReplies();
  }

  @Override
  public boolean releasePin(long pin) {
    return blocks.releasePin(pin);
  }

  @Override
  public void cancelPins(long request) {
    blocks.cancelPins(request);
  }
}
