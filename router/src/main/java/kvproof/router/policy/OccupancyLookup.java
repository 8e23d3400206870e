package kvproof.router.policy;

import java.util.OptionalLong;

/** A host's own count of the requests that each worker runs. */
@FunctionalInterface
public interface OccupancyLookup {

  /** Active requests of the worker; empty: the host does not know. */
  OptionalLong activeRequests(long workerId);
}
