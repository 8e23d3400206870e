package kvproof.events.ingest.listener;

import kvproof.model.WorkerWithDpRank;

/** A rank from the moment its registration begins until it has left the index. */
final class Registration {
  final ListenedPartition partition;
  final StreamListener listener;

  /**
   * Not while the registration is under way, and not from the moment the removal begins. Under the
   * lock of the registry.
   */
  boolean isListed;

  Registration(ListenedPartition partition, StreamListener listener) {
    this.partition = partition;
    this.listener = listener;
  }

  WorkerWithDpRank rank() {
    return listener.spec().rank();
  }
}
