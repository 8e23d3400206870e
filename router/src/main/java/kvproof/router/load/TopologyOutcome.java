package kvproof.router.load;

/** What became of one worker's registration or its end. */
public sealed interface TopologyOutcome {

  record Changed(TopologyChange change) implements TopologyOutcome {}

  /** The worker is registered already; nothing changed. */
  record DuplicateWorker(long workerId) implements TopologyOutcome {}

  /** No rank of the worker has a slot; nothing changed. */
  record WorkerNotFound(long workerId) implements TopologyOutcome {}
}
