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
    int count = random.between(1, 3);
    List<FetchAttempt> attempts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Request request = random.pick(requests);
      WorkerWithDpRank target = random.pick(request.targets());
      attempts.add(
          switch (random.weighted(50, 22, 14, 14)) {
            case 0 -> attempt(request, target, List.of(), Optional.empty());
            case 1 ->
                attempt(request, target, sourceEvicts(history, target, random), Optional.empty());
            case 2 ->
                attempt(request, target, evictions(history, target, random), Optional.empty());
            default -> attempt(request, target, List.of(), wrongSource(history, target, random));
          });
    }
    return List.copyOf(attempts);
  }

  private static FetchAttempt attempt(
      Request request,
      WorkerWithDpRank target,
      List<KvCacheEvent> meanwhile,
      Optional<WorkerWithDpRank> askInstead) {
    return new FetchAttempt(request.id(), target, meanwhile, askInstead);
  }

  /** Somebody other than the target loses blocks; who the source is, only the router knows. */
  private static List<KvCacheEvent> sourceEvicts(
      HistoryDraft history, WorkerWithDpRank target, SeededRandom random) {
    List<Owner> others =
        history.population().owners().stream().filter(owner -> !owner.equals(target)).toList();
    List<KvCacheEvent> events = new ArrayList<>();
    for (Owner other : random.shuffled(others)) {
      events.addAll(evictions(history, other, random));
      if (random.chance(40)) {
        break;
      }
    }
    return events;
  }

  /** The owner loses some of its blocks, or rarely all. */
  private static List<KvCacheEvent> evictions(
      HistoryDraft history, Owner owner, SeededRandom random) {
    if (owner instanceof WorkerWithDpRank rank && random.chance(10)) {
      return List.of(Cleared.of(rank));
    }
    List<KvCacheEvent> events = new ArrayList<>();
    for (StorageTier tier : List.of(DEVICE, HOST_PINNED)) {
      List<Long> hashes = new ArrayList<>();
      history.blocks(owner, tier).forEach(block -> hashes.add(block.externalHash()));
      if (!hashes.isEmpty()) {
        List<Long> gone =
            random.shuffled(hashes).subList(0, random.between(1, Math.min(3, hashes.size())));
        events.add(new Removed(owner, tier, BlockHashes.of(gone)));
      }
    }
    return events;
  }

  private static Optional<WorkerWithDpRank> wrongSource(
      HistoryDraft history, WorkerWithDpRank target, SeededRandom random) {
    List<WorkerWithDpRank> others = new ArrayList<>(history.population().ranks());
    others.add(history.population().bystander());
    others.remove(target);
    return Optional.of(random.pick(others));
  }
}
