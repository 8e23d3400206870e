package kvproof.router.membership;

import java.util.Optional;
import kvproof.model.WorkerWithDpRank;

/** Opens what receives the KV events of a rank; the host's side of the catalog. */
@FunctionalInterface
public interface EventListeners {

  /**
   * What to listen to.
   *
   * @param replay where missed events are asked for
   */
  record Stream(WorkerWithDpRank rank, String endpoint, Optional<String> replay) {}

  /** One open listener, in the hands of the catalog. */
  interface Listener {
    /** False: it was lost; the next update of its worker opens another one. */
    boolean isOpen();

    /** Must not throw; closing twice is harmless. */
    void close();
  }

  /** Throws any {@link RuntimeException} if it cannot; the update that asked is then undone. */
  Listener open(Stream stream);
}
