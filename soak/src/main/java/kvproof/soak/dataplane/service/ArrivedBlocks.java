package kvproof.soak.dataplane.service;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.BlockHashes;
import kvproof.oracles.ByteOracle;

/**
 * A second look at what a fetch has brought: every block that the target took for right is compared
 * once more, and by an oracle too where blocks are small.
 *
 * @param checkedBytes bytes that arrived in this fetch and were compared, wrong ones too
 * @param misjudged what the target took for right and is not, in words
 */
record ArrivedBlocks(long checkedBytes, List<String> misjudged) {
  /** The oracle looks at single bytes, which would take long for large blocks. */
  private static final int MOST_ORACLE_BYTES = 64 << 10;

  ArrivedBlocks {
    misjudged = List.copyOf(misjudged);
  }

  /**
   * To be taken before the target computes anything.
   *
   * @param worker on whose host blocks arrive
   * @param asked none of which was held before
   * @param wrong blocks that the target has compared and found wrong
   */
  static ArrivedBlocks at(KvWorker worker, BlockHashes asked, List<WrongBlock> wrong) {
    BlockPool host = worker.host();
    int blockBytes = worker.layout().blockBytes();
    List<String> misjudged = new ArrayList<>();
    long blocks = wrong.size();
    for (long hash : asked.toArray()) {
      if (host.holds(hash)) {
        blocks++;
        judge(host, hash, blockBytes, misjudged);
      }
    }
    return new ArrivedBlocks(blocks * blockBytes, misjudged);
  }

  private static void judge(BlockPool host, long hash, int blockBytes, List<String> misjudged) {
    int slot = host.slot(hash).orElseThrow();
    ContentFinding finding = host.inspect(slot, hash);
    if (!finding.isRight()) {
      misjudged.add("taken for right: " + new WrongBlock(hash, finding));
    } else if (blockBytes <= MOST_ORACLE_BYTES) {
      byte[] bytes = joined(host.bytes(slot), blockBytes);
      if (!ByteOracle.isRight(hash, bytes)) {
        misjudged.add("taken for right, but not by the byte oracle: " + ByteOracle.whose(bytes));
      }
    }
  }

  private static byte[] joined(List<ByteBuffer> parts, int blockBytes) {
    ByteBuffer whole = ByteBuffer.allocate(blockBytes);
    parts.forEach(part -> whole.put(part.duplicate()));
    return whole.array();
  }
}
