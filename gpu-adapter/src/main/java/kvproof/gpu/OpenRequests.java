package kvproof.gpu;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import kvproof.model.transfer.MemoryRegion;
import kvproof.model.transfer.TransferException;
import kvproof.model.transfer.TransferException.Category;

/**
 * The requests of one agent that are not closed, and the regions that a failed one may still use.
 *
 * <p>For one thread at a time.
 */
final class OpenRequests {
  private final Set<NixlRequest> requests = new LinkedHashSet<>();
  private final Set<RegisteredRegion> keptInUse = new LinkedHashSet<>();

  void add(NixlRequest request) {
    requests.add(request);
  }

  /** It has been closed. */
  void drop(NixlRequest request) {
    requests.remove(request);
  }

  /** Nobody knows whether they are still written to, so they are in use until the agent is gone. */
  void keepInUse(List<RegisteredRegion> regions) {
    keptInUse.addAll(regions);
  }

  /** Refuses a region that a copy uses or may use. */
  void requireUnused(MemoryRegion region) {
    if (requests.stream().anyMatch(request -> request.isUsing(region))
        || keptInUse.stream().anyMatch(kept -> kept.region().equals(region))) {
      throw new TransferException(Category.IN_USE, "a transfer is using " + region);
    }
  }

  boolean hasPending() {
    return requests.stream().anyMatch(NixlRequest::isPending);
  }

  int count() {
    return requests.size();
  }

  /** Gives each of them up, whatever its state. */
  void releaseAll(AllSteps steps) {
    steps.takeEach(requests, NixlRequest::release);
  }
}
