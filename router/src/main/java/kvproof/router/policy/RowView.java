package kvproof.router.policy;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import kvproof.model.WorkerWithDpRank;

/**
 * One rank, as the component at hand may see it: what it did not declare is absent.
 *
 * <p>One object serves all rows in turn, so do not keep it.
 */
public interface RowView {

  WorkerWithDpRank worker();

  /** Present iff {@link InputSet#CACHE} was declared. */
  Optional<CacheView> cache();

  /** Present iff {@link InputSet#LOAD} was declared, also where nothing is known of the rank. */
  Optional<LoadView> load();

  /**
   * {@code exp(-tanh(w))} with the summed weights {@code w} of the preferred taints that the worker
   * carries, 1 if it carries none of them; below 1 attracts.
   *
   * <p>Empty unless {@link InputSet#PREFERRED_TAINT} was declared and the request has preferred
   * taints and no pin.
   */
  OptionalDouble preferredTaintMultiplier();

  /** As {@link #preferredTaintMultiplier()}, {@code ifAbsent} where that is empty. */
  double preferredTaintMultiplierOr(double ifAbsent);

  /**
   * Active requests that the host counts for the worker; empty unless {@link InputSet#OCCUPANCY}
   * was declared and the host knows.
   */
  OptionalLong occupancy();
}
