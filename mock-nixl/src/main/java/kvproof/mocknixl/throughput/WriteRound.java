package kvproof.mocknixl.throughput;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;
import kvproof.model.transfer.AgentMetadata;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.PreparedDescriptors;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** A WRITE of all blocks from one agent to another, posted and polled until it is done. */
final class WriteRound implements Throughput.Round {
  private final TransferAgent near;
  private final TransferMemory from;
  private final TransferRequest request;
  private final Destination destination;
  private final Waiting waiting;

  /**
   * Where the blocks go.
   *
   * @param takeRight how many have the right bytes there; they are erased then
   */
  record Destination(
      AgentMetadata metadata,
      MemoryRegion region,
      int blocks,
      int blockBytes,
      IntSupplier takeRight) {

    /** In the same process. */
    static Destination of(ReceivedBlocks into, int blocks, int blockBytes) {
      return new Destination(into.metadata(), into.region(), blocks, blockBytes, into::takeRight);
    }
  }

  /** What is done between two polls, and how long that may go on. */
  record Waiting(Runnable betweenPolls, Duration patience) {}

  private WriteRound(
      TransferAgent near,
      TransferMemory from,
      TransferRequest request,
      Destination destination,
      Waiting waiting) {
    this.near = near;
    this.from = from;
    this.request = request;
    this.destination = destination;
    this.waiting = waiting;
  }

  /** Takes the agent over, also if it fails: then it is closed and nothing stays allocated. */
  static WriteRound to(Destination destination, TransferAgent near, Waiting waiting) {
    Optional<TransferMemory> from = Optional.empty();
    try {
      long sizeBytes = (long) destination.blocks() * destination.blockBytes();
      from = Optional.of(near.allocate(MemoryKind.DRAM, sizeBytes));
      TransferRequest request = request(destination, near, from.get());
      return new WriteRound(near, from.get(), request, destination, waiting);
    } catch (RuntimeException | Error failure) {
      near.close(); // and with it what is registered
      from.ifPresent(TransferMemory::close);
      throw failure;
    }
  }

  private static TransferRequest request(
      Destination destination, TransferAgent near, TransferMemory from) {
    ReceivedBlocks.fill(from, destination.blocks(), destination.blockBytes());
    near.register(List.of(from.region()));
    String far = near.load(destination.metadata());
    try (PreparedDescriptors local = near.prepareLocal(blocks(from.region(), destination));
        PreparedDescriptors remote =
            near.prepareRemote(far, blocks(destination.region(), destination))) {
      return near.request(TransferOperation.WRITE, local, remote);
    }
  }

  private static List<Descriptor> blocks(MemoryRegion region, Destination shape) {
    return IntStream.range(0, shape.blocks())
        .mapToObj(i -> region.slice((long) i * shape.blockBytes(), shape.blockBytes()))
        .toList();
  }

  @Override
  public void run() {
    request.post();
    long start = System.nanoTime();
    TransferStatus status = request.poll();
    while (status instanceof TransferStatus.Pending) {
      if (System.nanoTime() - start >= waiting.patience().toNanos()) {
        throw new IllegalStateException(
            "a transfer that was to be measured is pending after " + waiting.patience());
      }
      waiting.betweenPolls().run();
      status = request.poll();
    }
    if (!(status instanceof TransferStatus.Done)) {
      throw new IllegalStateException("a transfer that was to be measured ended as " + status);
    }
  }

  @Override
  public void check() {
    int right = destination.takeRight().getAsInt();
    if (right != destination.blocks()) {
      throw new IllegalStateException(
          "of %d measured blocks %d arrived with the right bytes"
              .formatted(destination.blocks(), right));
    }
  }

  /**
   * The memory of a transfer that is still pending stays: a leak beats a write into freed bytes.
   */
  @Override
  public void close() {
    near.close();
    from.close();
  }
}
