package kvproof.soak.fetch;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import kvproof.mocknixl.worker.BlockPool;
import kvproof.model.HashText;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.oracles.ByteOracle;
import kvproof.soak.sim.SimNode;

/**
 * The bytes of every block that a node holds on its own tiers, and the node's own judgement of
 * bytes.
 */
final class HeldBytes {
  private final String where;
  private final SimNode node;
  private final List<Difference> differences = new ArrayList<>();

  /**
   * @param where is said of every difference
   */
  HeldBytes(String where, SimNode node) {
    this.where = where;
    this.node = node;
  }

  private List<BlockPool> pools() {
    return List.of(node.worker().device(), node.worker().host());
  }

  /** Each byte of each block, without the worker's own check. */
  List<Difference> wrong() {
    differences.clear();
    for (BlockPool pool : pools()) {
      for (long hash : pool.hashes().toArray()) {
        byte[] bytes = bytes(pool, hash);
        if (!ByteOracle.isRight(hash, bytes)) {
          differ(
              "right bytes of block " + HashText.print(hash) + " at " + node.owner(),
              "ByteOracle",
              "those of " + ByteOracle.whose(bytes));
        }
      }
    }
    return List.copyOf(differences);
  }

  /**
   * A block of which any one bit is another is not the block, and the worker must find so: tried on
   * one bit of one block of each tier, which is then as before.
   *
   * @param turn another one, another bit
   */
  List<Difference> unseenDamage(int turn) {
    differences.clear();
    for (BlockPool pool : pools()) {
      if (pool.hashes().size() > 0) {
        damage(pool, pool.hashes().at(0), turn);
      }
    }
    return List.copyOf(differences);
  }

  private void damage(BlockPool pool, long hash, int turn) {
    int slot = pool.slot(hash).orElseThrow();
    List<ByteBuffer> parts = pool.bytes(slot);
    int at = (int) Long.remainderUnsigned(hash + turn, node.worker().layout().blockBytes());
    flip(parts, at);
    boolean isSeen = !pool.inspect(slot, hash).isRight();
    flip(parts, at);
    if (!isSeen) {
      differ(
          "block " + HashText.print(hash) + " is wrong, byte " + at + " having been changed",
          "the contract",
          node.owner() + " finds it right");
    }
  }

  private static void flip(List<ByteBuffer> parts, int at) {
    int offset = at;
    for (ByteBuffer part : parts) {
      if (offset >= 0 && offset < part.remaining()) {
        part.put(part.position() + offset, (byte) (part.get(part.position() + offset) ^ 1));
      }
      offset -= part.remaining();
    }
  }

  private byte[] bytes(BlockPool pool, long hash) {
    ByteBuffer whole = ByteBuffer.allocate(node.worker().layout().blockBytes());
    pool.bytes(pool.slot(hash).orElseThrow()).forEach(part -> whole.put(part.duplicate()));
    return whole.array();
  }

  private void differ(String expected, String expectedBy, String actual) {
    differences.add(
        new Difference(FetchCheck.BYTES, Kind.WRONG_VALUE, where, expected, expectedBy, actual));
  }
}
