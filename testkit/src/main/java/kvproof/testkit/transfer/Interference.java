package kvproof.testkit.transfer;

import java.util.Optional;

/**
 * What an implementation's test can bring about that no call of an agent does, and what its agents
 * promise beyond what every implementation can. Without it, the cases that need it are skipped.
 */
public interface Interference {
  /** None of it. */
  Interference NONE = new Interference() {};

  /** A connection on which nothing comes to an end. */
  interface Held {
    /** Everything goes on. */
    void release();

    /**
     * Breaks the connection, so that nobody can tell what still arrives: a copy that was posted
     * fails without being quiet. Called only if {@link #cutsConnections}.
     */
    void cut();
  }

  /**
   * From now on no copy that is posted towards this agent comes to its end, whoever polls; its
   * connection to the agent that posts is made already. Empty if it cannot be held.
   */
  default Optional<Held> hold(String agent) {
    return Optional.empty();
  }

  /** Whether a connection that is held can be cut, and who posted is uncertain then. */
  default boolean cutsConnections() {
    return false;
  }

  /** Whether a wish that comes while a copy cannot have ended always cancels it. */
  default boolean cancelsInTime() {
    return false;
  }

  /** Whether notifications are refused before 256 MiB of them wait for a peer that takes none. */
  default boolean boundsWhatWaits() {
    return false;
  }
}
