package kvproof.soak.dataplane.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;
import kvproof.mocknixl.InProcessFabric;
import kvproof.mocknixl.worker.BlockLayout;
import kvproof.mocknixl.worker.ContentFinding;
import kvproof.mocknixl.worker.KvWorker;
import kvproof.mocknixl.worker.WrongBlock;
import kvproof.model.BlockHashes;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ArrivedBlocksTest {
  private final KvWorker worker =
      new KvWorker(new InProcessFabric().agent("a"), BlockLayout.whole(64), 0, 4);

  @AfterEach
  void close() {
    worker.close();
  }

  @Test
  void whatArrivedIsCountedAndNothingElse() {
    worker.host().store(BlockHashes.of(1, 2, 9));
    var wrong = new WrongBlock(3, new ContentFinding.NeverWritten());

    ArrivedBlocks arrived = ArrivedBlocks.at(worker, BlockHashes.of(1, 2, 3, 4), List.of(wrong));

    assertThat(arrived.checkedBytes()).isEqualTo(3 * 64);
    assertThat(arrived.misjudged()).isEmpty();
  }

  /** A target that keeps a block without looking. */
  @Test
  void aBlockThatWasTakenForRightAndIsNotIsNamed() {
    worker.host().store(BlockHashes.of(1, 2));
    OptionalInt slot = worker.host().slot(2);
    ByteBuffer bytes = worker.host().bytes(slot.orElseThrow()).getFirst();
    bytes.put(63, (byte) ~bytes.get(63));

    ArrivedBlocks arrived = ArrivedBlocks.at(worker, BlockHashes.of(1, 2), List.of());

    assertThat(arrived.misjudged())
        .containsExactly("taken for right: block 2 is right for 56 bytes, then unknown bytes");
  }
}
