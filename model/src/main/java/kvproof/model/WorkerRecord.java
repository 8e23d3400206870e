package kvproof.model;

import static java.util.Collections.unmodifiableSortedMap;
import static java.util.Collections.unmodifiableSortedSet;

import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a worker published about itself; dp ranks ascend as unsigned numbers.
 *
 * @param ranks the dp ranks that are configured
 * @param workerType role for matching; empty: neither target nor source
 * @param endpoints control endpoint per dp rank; missing or empty: never a source
 * @param eventSource who reports its blocks; absent: the worker itself
 * @param island topology island, if any
 */
public record WorkerRecord(
    long workerId,
    SortedSet<Integer> ranks,
    String workerType,
    SortedMap<Integer, String> endpoints,
    Optional<String> eventSource,
    Optional<Island> island) {

  public WorkerRecord {
    SortedSet<Integer> unsignedRanks = new TreeSet<>(Integer::compareUnsigned);
    unsignedRanks.addAll(ranks);
    ranks = unmodifiableSortedSet(unsignedRanks);
    SortedMap<Integer, String> unsignedEndpoints = new TreeMap<>(Integer::compareUnsigned);
    unsignedEndpoints.putAll(endpoints);
    endpoints = unmodifiableSortedMap(unsignedEndpoints);
  }
}
