package kvproof.mocknixl;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import kvproof.model.transfer.Descriptor;
import kvproof.model.transfer.MemoryRegion;

/**
 * The requests of one agent that were made and not closed, and the memory that transfers use, also
 * of requests that are gone. Guarded by that agent's lock.
 */
final class OpenRequests {
  private final Set<ByteCopyRequest> requests = new LinkedHashSet<>();

  /** Own memory of transfers that failed without being quiet. */
  private final List<Descriptor> keptInUse = new ArrayList<>();

  void add(ByteCopyRequest request) {
    requests.add(request);
  }

  void drop(ByteCopyRequest request) {
    requests.remove(request);
  }

  int size() {
    return requests.size();
  }

  boolean isAnyPending() {
    return requests.stream().anyMatch(ByteCopyRequest::isPending);
  }

  /** Whether bytes of the region may still move. */
  boolean isUsing(MemoryRegion region) {
    return requests.stream().anyMatch(request -> request.isUsing(region))
        || keptInUse.stream().anyMatch(region::holds);
  }

  /** Nobody can tell when these are at rest: they count as used for good. */
  void keepInUse(List<Descriptor> parts) {
    keptInUse.addAll(parts);
  }

  /** Whatever the state of each. */
  void releaseAll() {
    List.copyOf(requests).forEach(ByteCopyRequest::release);
  }
}
