package kvproof.events.ingest.listener;

import kvproof.events.ingest.Ingest;
import kvproof.events.routerevent.PartitionName;

/** One partition that has an index; its users are counted under the lock of the registry. */
final class ListenedPartition {
  private final PartitionName name;
  private final int blockSize;
  private final Ingest ingest;
  private int users;

  ListenedPartition(PartitionName name, int blockSize, PartitionIndex index) {
    this.name = name;
    this.blockSize = blockSize;
    this.ingest = new Ingest(index, index::holdsBlocks);
  }

  void requireBlockSize(int expected) {
    if (blockSize != expected) {
      throw new IllegalArgumentException(
          "the block size of " + name + " is " + blockSize + ", not " + expected);
    }
  }

  void enter() {
    users++;
  }

  /** True if nobody uses the partition any more. */
  boolean leave() {
    users--;
    return users == 0;
  }

  PartitionName name() {
    return name;
  }

  Ingest ingest() {
    return ingest;
  }
}
