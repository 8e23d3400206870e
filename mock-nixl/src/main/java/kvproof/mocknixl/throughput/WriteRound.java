package kvproof.mocknixl.throughput;

import java.util.List;
import java.util.stream.IntStream;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryKind;
import kvproof.model.transfer.TransferAgent;
import kvproof.model.transfer.TransferMemory;
import kvproof.model.transfer.TransferOperation;
import kvproof.model.transfer.TransferRequest;
import kvproof.model.transfer.TransferStatus;

/** A WRITE of all blocks from one agent to another, posted and polled until it is done. */
final class WriteRound implements Throughput.Round {
  private final TransferAgent near;
  private final TransferAgent far;
  private final TransferMemory from;
  private final TransferMemory into;
  private final TransferRequest request;
  private final Runnable betweenPolls;

  private WriteRound(
      TransferAgent near,
      TransferAgent far,
      TransferMemory from,
      TransferMemory into,
      TransferRequest request,
      Runnable betweenPolls) {
    this.near = near;
    this.far = far;
    this.from = from;
    this.into = into;
    this.request = request;
    this.betweenPolls = betweenPolls;
  }

  static WriteRound between(
      TransferAgent near, TransferAgent far, int blocks, long blockBytes, Runnable betweenPolls) {
    TransferMemory from = near.allocate(MemoryKind.DRAM, blocks * blockBytes);
    TransferMemory into = far.allocate(MemoryKind.DRAM, blocks * blockBytes);
    near.register(List.of(from.region()));
    far.register(List.of(into.region()));
    near.load(far.metadata());
    TransferRequest request =
        near.request(
            TransferOperation.WRITE,
            near.prepareLocal(blocks(from, blocks, blockBytes)),
            near.prepareRemote(far.name(), blocks(into, blocks, blockBytes)));
    return new WriteRound(near, far, from, into, request, betweenPolls);
  }

  private static List<Descriptor> blocks(TransferMemory memory, int blocks, long blockBytes) {
    return IntStream.range(0, blocks)
        .mapToObj(block -> memory.region().slice(block * blockBytes, blockBytes))
        .toList();
  }

  @Override
  public void run() {
    request.post();
    TransferStatus status = request.poll();
    while (status instanceof TransferStatus.Pending) {
      betweenPolls.run();
      status = request.poll();
    }
    if (!(status instanceof TransferStatus.Done)) {
      throw new IllegalStateException("a transfer that was to be measured ended as " + status);
    }
  }

  @Override
  public void close() {
    near.close();
    far.close();
    from.close();
    into.close();
  }
}
