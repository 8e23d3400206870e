package kvproof.soak.sim;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Stream;
import kvproof.mocknixl.fault.SeenMemory;
import kvproof.mocknixl.fault.WishedWrite;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.mocknixl.worker.ContentFinding;

/** The bytes that a source is about to write, and those of other blocks of that size. */
final class WrittenBytes {
  private final SimWorld world;
  private final SimNode asked;
  private final BlockContent content;

  WrittenBytes(SimWorld world, SimNode asked) {
    this.world = world;
    this.asked = asked;
    this.content = new BlockContent(asked.worker().layout().blockBytes());
  }

  /** Whose bytes these parts are. */
  long hashOf(List<WishedWrite.Piece> block) {
    ContentFinding finding = content.check(0, ByteBuffer.wrap(bytes(block)));
    if (finding instanceof ContentFinding.OtherBlock other) {
      return other.hash();
    }
    if (finding.isRight()) {
      return 0;
    }
    throw new AssertionError(asked.owner() + " writes what is no block: " + finding);
  }

  private byte[] bytes(List<WishedWrite.Piece> block) {
    int size = block.stream().mapToInt(piece -> (int) piece.from().sizeBytes()).sum();
    ByteBuffer bytes = ByteBuffer.allocate(size);
    for (WishedWrite.Piece piece : block) {
      bytes.put(memoryOf(piece).view(piece.from()));
    }
    return bytes.array();
  }

  /** The asked node, or a cache owner whose blocks it serves. */
  private SeenMemory memoryOf(WishedWrite.Piece piece) {
    return Stream.concat(Stream.of(asked), world.projectedTo(asked).stream())
        .map(node -> node.process().writes())
        .filter(memory -> memory.has(piece.from()))
        .findFirst()
        .orElseThrow(() -> new AssertionError(asked.owner() + " writes from " + piece.from()));
  }

  /** All bytes of a block, its parts one after the other. */
  byte[] of(long hash) {
    ByteBuffer bytes = ByteBuffer.allocate(content.blockBytes());
    content.fill(hash, bytes);
    return bytes.array();
  }
}
