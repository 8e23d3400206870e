package kvproof.soak.dataplane;

import java.nio.ByteBuffer;
import kvproof.mocknixl.fault.FaultyWrites;
import kvproof.mocknixl.fault.OtherBlocksBytes;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.model.transfer.TransferAgent;

/** Sources that write the bytes of block 77, which nobody has asked for. */
public final class StrayingWrites {
  private StrayingWrites() {}

  /** An agent whose first write brings them in place of its first block. */
  public static TransferAgent once(TransferAgent agent) {
    var writes = new FaultyWrites(agent, 1);
    writes.strikeNext(
        new OtherBlocksBytes(
            victim -> {
              byte[] other = new byte[victim.length];
              new BlockContent(victim.length).fill(77, ByteBuffer.wrap(other));
              return other;
            }));
    return writes;
  }
}
