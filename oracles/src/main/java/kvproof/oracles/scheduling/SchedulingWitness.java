package kvproof.oracles.scheduling;

import java.util.SortedMap;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;

/**
 * Told what the oracle works out while it follows a scheduler; changes nothing.
 *
 * <p>For whoever wants to know what a case has come to, not only whether it was right.
 */
public interface SchedulingWitness {
  /** Listens to nothing, so that nothing is worked out for it. */
  SchedulingWitness NOBODY =
      new SchedulingWitness() {
        @Override
        public boolean isListening() {
          return false;
        }
      };

  /** False: nothing need be worked out for it. */
  default boolean isListening() {
    return true;
  }

  /**
   * A request begins to wait.
   *
   * @param policyClass by name
   * @param cost in tokens, at least 1
   * @param sources by its look-up and what is published now, for every rank of a member
   */
  default void parked(
      SelectionRequest request,
      String policyClass,
      long cost,
      SortedMap<WorkerWithDpRank, SourceChoice> sources) {}

  /** Ranks were weighed for a request and one of them was taken. */
  default void chose(WeighedChoice choice) {}
}
