package kvproof.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import kvproof.model.CacheOwner;
import kvproof.model.Owner;
import kvproof.model.WorkerWithDpRank;

/**
 * Who takes part in a case: a few ranks, so that they collide, and perhaps cache owners.
 *
 * @param bystander a rank that never stores anything
 */
record Population(
    List<WorkerWithDpRank> ranks, List<CacheOwner> cacheOwners, WorkerWithDpRank bystander) {

  /** Ids on both sides of where a signed comparison goes wrong. */
  private static final List<Long> WIDE_WORKER_IDS =
      List.of(0L, 7L, Long.MAX_VALUE, Long.MIN_VALUE, -1L);

  private static final List<String> CACHE_OWNER_NAMES = List.of("K1", "K2", "K10");

  /** Names of compact keys, in which the order of bytes is not that of signed numbers. */
  private static final List<String> KEYED_CACHE_OWNER_NAMES =
      List.of(
          "257cacd37480ed74132acbe46382abb4",
          "94b32739a8859bab011e1efea911c9f9",
          "3af5b080e8f6595e0ddaf3b5cf27a63e");

  static Population draw(SeededRandom random) {
    boolean isWide = random.chance(6);
    int workers = 2 + random.weighted(20, 40, 25, 15);
    int mostRanks = 1 + random.weighted(60, 30, 10);
    List<WorkerWithDpRank> ranks = new ArrayList<>();
    for (int worker = 0; worker < workers; worker++) {
      long workerId = isWide ? WIDE_WORKER_IDS.get(worker) : worker + 1;
      int dpRanks = random.between(1, mostRanks);
      for (int dpRank = 0; dpRank < dpRanks; dpRank++) {
        ranks.add(new WorkerWithDpRank(workerId, isWide && dpRank == 2 ? -1 : dpRank));
      }
    }
    List<CacheOwner> cacheOwners =
        (random.chance(10) ? KEYED_CACHE_OWNER_NAMES : CACHE_OWNER_NAMES)
            .subList(0, random.weighted(25, 25, 30, 20)).stream().map(CacheOwner::new).toList();
    return new Population(List.copyOf(ranks), cacheOwners, new WorkerWithDpRank(9, 0));
  }

  /** Ranks and cache owners. */
  List<Owner> owners() {
    return Stream.<Owner>concat(ranks.stream(), cacheOwners.stream()).toList();
  }

  List<WorkerWithDpRank> ranksOf(long workerId) {
    return ranks.stream().filter(rank -> rank.workerId() == workerId).toList();
  }

  List<Long> workerIds() {
    return ranks.stream().map(WorkerWithDpRank::workerId).distinct().toList();
  }
}
