package kvproof.model;

import static java.util.Collections.unmodifiableSortedMap;
import static java.util.Collections.unmodifiableSortedSet;

import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which ranks a request may get, and which it would rather have.
 *
 * @param allowedWorkers absent: every worker; empty: none
 * @param pin the one rank that it must get
 * @param affinity narrows an exclusive policy to it while it is eligible, else it is a wish
 * @param requiredTaints a worker must carry all of them
 * @param preferredTaints weight per taint; finite; negative: rather not
 */
public record RequestConstraints(
    Optional<SortedSet<Long>> allowedWorkers,
    Optional<WorkerWithDpRank> pin,
    Optional<AffinityTarget> affinity,
    SortedSet<String> requiredTaints,
    SortedMap<String, Double> preferredTaints) {

  private static final RequestConstraints NONE =
      new RequestConstraints(
          Optional.empty(), Optional.empty(), Optional.empty(), new TreeSet<>(), new TreeMap<>());

  public RequestConstraints {
    allowedWorkers = allowedWorkers.map(RequestConstraints::unsigned);
    requiredTaints = unmodifiableSortedSet(new TreeSet<>(requiredTaints));
    preferredTaints = unmodifiableSortedMap(new TreeMap<>(preferredTaints));
    preferredTaints.forEach(
        (taint, weight) -> {
          if (!Double.isFinite(weight)) {
            throw new IllegalArgumentException(
                "weight of preferred taint '" + taint + "' is not finite: " + weight);
          }
        });
  }

  public static RequestConstraints none() {
    return NONE;
  }

  private static SortedSet<Long> unsigned(SortedSet<Long> workerIds) {
    SortedSet<Long> ordered = new TreeSet<>(Long::compareUnsigned);
    ordered.addAll(workerIds);
    return unmodifiableSortedSet(ordered);
  }

  public RequestConstraints withPin(WorkerWithDpRank rank) {
    return new RequestConstraints(
        allowedWorkers, Optional.of(rank), affinity, requiredTaints, preferredTaints);
  }

  public RequestConstraints withAllowedWorkers(SortedSet<Long> workerIds) {
    return new RequestConstraints(
        Optional.of(workerIds), pin, affinity, requiredTaints, preferredTaints);
  }

  public RequestConstraints withAffinity(AffinityTarget target) {
    return new RequestConstraints(
        allowedWorkers, pin, Optional.of(target), requiredTaints, preferredTaints);
  }

  public RequestConstraints withRequiredTaints(SortedSet<String> taints) {
    return new RequestConstraints(allowedWorkers, pin, affinity, taints, preferredTaints);
  }

  public RequestConstraints withPreferredTaints(SortedMap<String, Double> weights) {
    return new RequestConstraints(allowedWorkers, pin, affinity, requiredTaints, weights);
  }
}
