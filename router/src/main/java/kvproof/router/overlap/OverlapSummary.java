package kvproof.router.overlap;

import static java.util.Collections.unmodifiableSortedMap;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.SchedulableWorker;
import kvproof.model.WorkerWithDpRank;

/**
 * What a worker holds of a prompt, in tokens: the form of a selection's response.
 *
 * @param longestMatched the largest of the three tiers
 * @param gpu most that a rank holds on its device
 * @param cpu most that a rank holds on device and host
 * @param disk most that a rank holds on all tiers
 * @param byRank device tokens of every rank that the worker declares, by dp rank, unsigned
 */
public record OverlapSummary(
    long longestMatched, long gpu, long cpu, long disk, SortedMap<Integer, Long> byRank) {

  public OverlapSummary {
    SortedMap<Integer, Long> ordered = new TreeMap<>(Integer::compareUnsigned);
    ordered.putAll(byRank);
    byRank = unmodifiableSortedMap(ordered);
  }

  /** Over all ranks of the worker; one without hits holds 0. */
  public static OverlapSummary ofWorker(
      SchedulableWorker worker, Map<WorkerWithDpRank, TierOverlap> hits, int blockSize) {
    SortedMap<Integer, TierOverlap> ranks = new TreeMap<>(Integer::compareUnsigned);
    for (int offset = 0; offset < worker.rankCount(); offset++) {
      WorkerWithDpRank rank = worker.rank(offset);
      ranks.put(rank.dpRank(), hits.getOrDefault(rank, TierOverlap.none()));
    }
    return of(ranks, blockSize);
  }

  /** Of the one rank that was selected, where its worker declares none. */
  public static OverlapSummary ofRank(
      WorkerWithDpRank rank, Map<WorkerWithDpRank, TierOverlap> hits, int blockSize) {
    SortedMap<Integer, TierOverlap> ranks = new TreeMap<>();
    ranks.put(rank.dpRank(), hits.getOrDefault(rank, TierOverlap.none()));
    return of(ranks, blockSize);
  }

  private static OverlapSummary of(SortedMap<Integer, TierOverlap> ranks, int blockSize) {
    long gpu = 0;
    long cpu = 0;
    long disk = 0;
    SortedMap<Integer, Long> byRank = new TreeMap<>(Integer::compareUnsigned);
    for (Map.Entry<Integer, TierOverlap> entry : ranks.entrySet()) {
      TierOverlap overlap = entry.getValue();
      // At most 2^32 - 1 blocks of at most 2^31 - 1 tokens: no product leaves a long.
      byRank.put(entry.getKey(), overlap.device() * blockSize);
      gpu = Math.max(gpu, overlap.device() * blockSize);
      cpu = Math.max(cpu, overlap.throughHost() * blockSize);
      disk = Math.max(disk, overlap.throughDisk() * blockSize);
    }
    return new OverlapSummary(Math.max(gpu, Math.max(cpu, disk)), gpu, cpu, disk, byRank);
  }
}
