package kvproof.soak.field;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import kvproof.model.Answer;
import kvproof.model.Answer.TierAnswer;
import kvproof.model.ApplyStatus;
import kvproof.model.Case;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.testkit.Cases;
import kvproof.testkit.Profile;

/**
 * Whether the cases of a default profile reach the disk at all; what is never met proves nothing.
 */
final class DiskReached {
  private static final int CASES = 1_000;

  private record Block(Owner owner, long externalHash) {}

  private boolean stored;
  private boolean readBack;
  private boolean scored;

  private DiskReached() {}

  static void ask(Questions questions) {
    ask(questions, seed -> Cases.drawPlain(Profile.ENGINE, seed));
  }

  /** {@code drawn}: the case of a seed. */
  static void ask(Questions questions, LongFunction<Case> drawn) {
    DiskReached reached = new DiskReached();
    for (long seed = 0; seed < CASES; seed++) {
      reached.look(drawn.apply(seed));
    }
    questions.ask("a block reached the disk", true, () -> reached.stored);
    questions.ask("a block was read back from disk", true, () -> reached.readBack);
    questions.ask("a prefix on disk alone was scored", true, () -> reached.scored);
  }

  private void look(Case drawn) {
    OwnerInventoryOracle oracle = new OwnerInventoryOracle();
    Set<Block> onDisk = new HashSet<>();
    for (IndexStep step : drawn.indexSteps()) {
      if (oracle.take(step) == ApplyStatus.OK && step instanceof Stored store) {
        look(store, onDisk);
      }
    }
    drawn.requests().forEach(request -> look(oracle.answer(allTargets(request))));
  }

  private void look(Stored store, Set<Block> onDisk) {
    for (long hash : store.externalHashes().toArray()) {
      Block block = new Block(store.owner(), hash);
      if (store.tier() == StorageTier.DISK) {
        onDisk.add(block);
        stored = true;
      } else if (store.tier() != StorageTier.EXTERNAL && onDisk.contains(block)) {
        readBack = true;
      }
    }
  }

  /** A rank that has hits on disk and none above it. */
  private void look(Answer answer) {
    TierAnswer disk = answer.lower().get(StorageTier.DISK);
    if (disk == null) {
      return;
    }
    TierAnswer host = answer.lower().get(StorageTier.HOST_PINNED);
    for (var hit : disk.hits().entrySet()) {
      WorkerWithDpRank rank = hit.getKey();
      boolean above =
          answer.device().containsKey(rank)
              || (host != null && host.hits().getOrDefault(rank, 0) > 0);
      scored |= hit.getValue() > 0 && !above;
    }
  }

  private static Request allTargets(Request request) {
    return new Request(request.id(), request.localHashes(), List.of());
  }
}
