package kvproof.mocknixl.fault;

import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.kvcr.SourceBlocks;
import kvproof.mocknixl.kvcr.message.BlockKey;

/** Passes every call on; a misfortune overrides the calls that it strikes. */
public class ForwardingBlocks implements SourceBlocks {
  private final SourceBlocks blocks;

  public ForwardingBlocks(SourceBlocks blocks) {
    this.blocks = blocks;
  }

  @Override
  public Optional<Claim> claim(BlockKey key) {
    return blocks.claim(key);
  }

  @Override
  public long requestPins(List<BlockKey> keys) {
    return blocks.requestPins(keys);
  }

  @Override
  public List<PinReply> takePinReplies() {
    return blocks.takePinReplies();
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
