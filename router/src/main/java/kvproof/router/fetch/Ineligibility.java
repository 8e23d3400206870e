package kvproof.router.fetch;

/** Why an owner may be no source, whoever the target is. */
public enum Ineligibility {
  /** The rank is not in the worker snapshot. */
  NOT_CONFIGURED,
  /** A persistent cache owner speaks for the rank's blocks. */
  PERSISTENT_OWNER_SPEAKS,
  /** The rank's event-source mode is not known here: what is not known is not believed. */
  UNKNOWN_EVENT_SOURCE,
  /** The worker published no type. */
  NO_WORKER_TYPE,
  /** No control endpoint is known. */
  NO_ENDPOINT,
  /** The cache owner is not in the residency snapshot. */
  NOT_ADVERTISED,
  /** The owner's event stream misses something for good: a lost removal would name a lost block. */
  EVENT_GAP
}
