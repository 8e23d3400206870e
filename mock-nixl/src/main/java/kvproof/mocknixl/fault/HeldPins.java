package kvproof.mocknixl.fault;

import java.util.List;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.kvcr.message.BlockKey;

/**
 * Blocks of a source whose framework does not answer, for as long as that is wished.
 *
 * <p>Answers that were held back come when it answers again, unless the framework has dropped them
 * with the request. For the source's thread.
 */
public final class HeldPins extends ForwardingBlocks {
  private boolean holding;
  private int requestsMet;

  public HeldPins(SourceBlocks blocks) {
    super(blocks);
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
  public long requestPins(List<BlockKey> keys) {
    requestsMet += holding ? 1 : 0;
    return super.requestPins(keys);
  }

  @Override
  public List<PinReply> takePinReplies() {
    return holding ? List.of() : super.takePinReplies();
  }
}
