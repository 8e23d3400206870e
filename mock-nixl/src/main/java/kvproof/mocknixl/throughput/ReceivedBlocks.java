package kvproof.mocknixl.throughput;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import kvproof.mocknixl.worker.BlockContent;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;

/** Memory of an agent into which blocks are written, the first being block 1. For one thread. */
final class ReceivedBlocks implements AutoCloseable {
  private final TransferAgent agent;
  private final TransferMemory memory;
  private final BlockContent content;
  private final int blocks;

  private ReceivedBlocks(
      TransferAgent agent, TransferMemory memory, BlockContent content, int blocks) {
    this.agent = agent;
    this.memory = memory;
    this.content = content;
    this.blocks = blocks;
  }

  /** Takes the agent over, also if it fails: then it is closed and nothing stays allocated. */
  static ReceivedBlocks at(TransferAgent agent, int blocks, int blockBytes) {
    Optional<TransferMemory> memory = Optional.empty();
    try {
      BlockContent content = new BlockContent(blockBytes);
      memory = Optional.of(agent.allocate(MemoryKind.DRAM, (long) blocks * blockBytes));
      agent.register(List.of(memory.get().region()));
      return new ReceivedBlocks(agent, memory.get(), content, blocks);
    } catch (RuntimeException | Error failure) {
      agent.close(); // and with it what is registered
      memory.ifPresent(TransferMemory::close);
      throw failure;
    }
  }

  AgentMetadata metadata() {
    return agent.metadata();
  }

  MemoryRegion region() {
    return memory.region();
  }

  /** How many blocks have the right bytes; then all are erased, so that only later ones count. */
  int takeRight() {
    int right = 0;
    for (int i = 0; i < blocks; i++) {
      ByteBuffer block = block(memory, i, content.blockBytes());
      right += content.check(hash(i), block).isRight() ? 1 : 0;
      block.put(new byte[block.remaining()]);
    }
    return right;
  }

  /** The hash of the block in that position: none whose bytes are those of empty memory. */
  static long hash(int position) {
    return position + 1L;
  }

  /** Puts every block's right bytes into memory. */
  static void fill(TransferMemory memory, int blocks, int blockBytes) {
    BlockContent content = new BlockContent(blockBytes);
    for (int i = 0; i < blocks; i++) {
      content.fill(hash(i), block(memory, i, blockBytes));
    }
  }

  private static ByteBuffer block(TransferMemory memory, int position, int blockBytes) {
    return memory.view((long) position * blockBytes, blockBytes);
  }

  @Override
  public void close() {
    agent.close();
    memory.close();
  }
}
