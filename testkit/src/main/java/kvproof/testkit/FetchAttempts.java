package kvproof.testkit;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.BlockHashes;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/**
 * Draws which hints are carried out, what changes meanwhile, who is asked by mistake, and what goes
 * wrong on the way.
 */
final class FetchAttempts {
  private static final int MOST = 4;

  private final HistoryDraft history;
  private final FaultSwarm swarm;
  private final SeededRandom random;
  private final List<Reach> tried = new ArrayList<>();

  private FetchAttempts(HistoryDraft history, FaultSwarm swarm, SeededRandom random) {
    this.history = history;
    this.swarm = swarm;
    this.random = random;
  }

  static List<FetchAttempt> draw(
      HistoryDraft history, List<Request> requests, SeededRandom random) {
    FaultSwarm swarm = FaultSwarm.draw(random.fork("faults"));
    return new FetchAttempts(history, swarm, random).draw(requests);
  }

  private List<FetchAttempt> draw(List<Request> requests) {
    List<Reach> reaches = Reach.all(history, requests);
    int count = random.between(1, MOST);
    List<FetchAttempt> attempts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      attempts.add(
          reaches.isEmpty() || random.chance(8)
              ? anyAttempt(random.pick(requests))
              : attempt(reach(reaches)));
    }
    return List.copyOf(attempts);
  }

  /** One that was tried before, or any: what a fetch leaves behind meets the next one. */
  private Reach reach(List<Reach> reaches) {
    return random.pick(tried.isEmpty() || random.chance(60) ? reaches : tried);
  }

  /** Probably without a hint. */
  private FetchAttempt anyAttempt(Request request) {
    return new FetchAttempt(
        request.id(),
        random.pick(request.targets()),
        List.of(),
        Optional.empty(),
        swarm.next(random));
  }

  private FetchAttempt attempt(Reach reach) {
    Optional<FetchFault> fault = swarm.next(random);
    List<KvCacheEvent> meanwhile = new ArrayList<>();
    if (tried.contains(reach) && random.chance(80)) {
      meanwhile.addAll(FaultStage.forgotten(reach));
    }
    tried.add(reach);
    if (fault.isPresent() && random.chance(85)) {
      meanwhile.addAll(FaultStage.set(fault.get(), reach, random));
      return attempt(reach, meanwhile, Optional.empty(), fault);
    }
    Optional<WorkerWithDpRank> askInstead = Optional.empty();
    switch (random.weighted(45, 22, 18, 15)) {
      case 0 -> {}
      case 1 ->
          meanwhile.addAll(evictions(reach.source(), reach, reach.frontier(), reach.end(), random));
      case 2 -> meanwhile.addAll(evictions(reach.target(), reach, 0, reach.frontier(), random));
      default -> askInstead = wrongSource(reach);
    }
    return attempt(reach, meanwhile, askInstead, fault);
  }

  private static FetchAttempt attempt(
      Reach reach,
      List<KvCacheEvent> meanwhile,
      Optional<WorkerWithDpRank> askInstead,
      Optional<FetchFault> fault) {
    return new FetchAttempt(reach.request().id(), reach.target(), meanwhile, askInstead, fault);
  }

  /** The owner loses some of positions {@code [start, end)}, or rarely everything it has. */
  private static List<KvCacheEvent> evictions(
      Owner owner, Reach reach, int start, int end, SeededRandom random) {
    if (start == end) {
      return List.of();
    }
    if (owner instanceof WorkerWithDpRank rank && random.chance(8)) {
      return List.of(Cleared.of(rank));
    }
    int from = random.between(start, end - 1);
    int to = random.chance(50) ? end : random.between(from + 1, end);
    BlockHashes gone = reach.chain().externalHashes().slice(from, to);
    List<KvCacheEvent> events = new ArrayList<>();
    for (StorageTier tier : List.of(DEVICE, HOST_PINNED)) {
      if (!Inventories.isRefused(owner, tier)) {
        events.add(new Removed(owner, tier, gone));
      }
    }
    return events;
  }

  /** Mostly a rank that lacks the first block to be fetched, if there is one. */
  private Optional<WorkerWithDpRank> wrongSource(Reach reach) {
    List<WorkerWithDpRank> wrong = new ArrayList<>(history.population().ranks());
    wrong.add(history.population().bystander());
    boolean isWithoutTheFirst = random.chance(75);
    wrong.removeIf(
        rank ->
            rank.equals(reach.target()) || (isWithoutTheFirst && reach.couldServe(history, rank)));
    return wrong.isEmpty() ? Optional.empty() : Optional.of(random.pick(wrong));
  }
}
