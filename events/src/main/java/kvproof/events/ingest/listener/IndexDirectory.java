package kvproof.events.ingest.listener;

import kvproof.events.routerevent.PartitionName;

/** Makes and drops the indexes of partitions; never for one partition at the same time. */
public interface IndexDirectory {
  /** An empty index for a partition that has none. */
  PartitionIndex open(PartitionName partition, int blockSize);

  /** Nothing more reaches the index of the partition. */
  void drop(PartitionName partition);
}
