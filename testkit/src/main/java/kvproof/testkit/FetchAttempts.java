package kvproof.testkit;

import static kvproof.model.StorageTier.DEVICE;
import static kvproof.model.StorageTier.HOST_PINNED;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.BlockHashes;
import kvproof.model.FetchAttempt;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;

/** Draws which hints are carried out, what changes meanwhile, and who is asked by mistake. */
final class FetchAttempts {
  private FetchAttempts() {}

  static List<FetchAttempt> draw(
      HistoryDraft history, List<Request> requests, SeededRandom random) {
    List<Reach> reaches = Reach.all(history, requests);
    int count = random.between(1, 3);
    List<FetchAttempt> attempts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      attempts.add(
          reaches.isEmpty() || random.chance(10)
              ? anyAttempt(random.pick(requests), random)
              : attempt(history, random.pick(reaches), random));
    }
    return List.copyOf(attempts);
  }

  /** Probably without a hint. */
  private static FetchAttempt anyAttempt(Request request, SeededRandom random) {
    return new FetchAttempt(
        request.id(), random.pick(request.targets()), List.of(), Optional.empty());
  }

  private static FetchAttempt attempt(HistoryDraft history, Reach reach, SeededRandom random) {
    List<KvCacheEvent> meanwhile = List.of();
    Optional<WorkerWithDpRank> askInstead = Optional.empty();
    switch (random.weighted(45, 22, 18, 15)) {
      case 0 -> {}
      case 1 -> meanwhile = evictions(reach.source(), reach, reach.frontier(), reach.end(), random);
      case 2 -> meanwhile = evictions(reach.target(), reach, 0, reach.frontier(), random);
      default -> askInstead = wrongSource(history, reach, random);
    }
    return new FetchAttempt(reach.request().id(), reach.target(), meanwhile, askInstead);
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

  /** A rank that lacks the first block to be fetched, if there is one. */
  private static Optional<WorkerWithDpRank> wrongSource(
      HistoryDraft history, Reach reach, SeededRandom random) {
    List<WorkerWithDpRank> wrong = new ArrayList<>(history.population().ranks());
    wrong.add(history.population().bystander());
    wrong.removeIf(rank -> rank.equals(reach.target()) || reach.couldServe(history, rank));
    return wrong.isEmpty() ? Optional.empty() : Optional.of(random.pick(wrong));
  }
}
