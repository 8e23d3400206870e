package kvproof.router.membership;

/** Where a worker of the catalog stands. */
public enum WorkerState {
  /** Listed with what it lacks; gets no request. */
  INCOMPLETE,
  /** Published: it may get requests. */
  SCHEDULABLE,
  /** On its way out: gets no request any more, its event listeners still run. */
  DRAINING,
  /** Out of its partition, without listeners; about to leave the catalog or to move. */
  UNSCHEDULABLE
}
