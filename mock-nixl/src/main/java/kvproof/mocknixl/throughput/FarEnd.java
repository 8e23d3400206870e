package kvproof.mocknixl.throughput;

import kvproof.mocknixl.net.NettyFabric;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.MemoryRegion;

/**
 * What is measured between two processes, in the one that receives: an agent with memory for the
 * blocks, and beside it a plain connection that counts as many bytes. For one thread.
 */
public final class FarEnd implements AutoCloseable {
  private final NettyFabric fabric;
  private final ReceivedBlocks received;
  private final PlainSink sink;

  private FarEnd(NettyFabric fabric, ReceivedBlocks received, PlainSink sink) {
    this.fabric = fabric;
    this.received = received;
    this.sink = sink;
  }

  /**
   * Where the other process finds it.
   *
   * @param plainPort of the plain connection, on the loopback address
   */
  public record Address(AgentMetadata metadata, MemoryRegion region, int plainPort) {}

  /** For requests of so many blocks of so many bytes; if it fails nothing stays open. */
  public static FarEnd open(int blocks, int blockBytes) {
    NettyFabric fabric = new NettyFabric();
    try {
      ReceivedBlocks received = ReceivedBlocks.at(fabric.agent("far"), blocks, blockBytes);
      try {
        return new FarEnd(fabric, received, new PlainSink((long) blocks * blockBytes));
      } catch (RuntimeException | Error failure) {
        received.close();
        throw failure;
      }
    } catch (RuntimeException | Error failure) {
      fabric.close();
      throw failure;
    }
  }

  /** To be handed to {@link Throughput#between}, in another process. */
  public Address address() {
    return new Address(received.metadata(), received.region(), sink.port());
  }

  /**
   * How many blocks were written with the right bytes since the last call; they are erased then.
   */
  public int takeRightBlocks() {
    return received.takeRight();
  }

  /** Once nobody writes any more. */
  @Override
  public void close() {
    sink.close();
    received.close();
    fabric.close();
  }
}
