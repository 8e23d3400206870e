package kvproof.soak.trace;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.BlockHashes;
import kvproof.model.HeldBlock;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvRouter;
import kvproof.model.Request;
import kvproof.model.StorageTier;
import kvproof.model.Verdict;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import kvproof.oracles.EventLogOracle;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.run.AnswerComparison;

/**
 * What the oracles say of a replay.
 *
 * <p>The inventory oracle follows every event. A log of the whole trace would be too long to fold
 * for each question, so the log oracle gets a log of its own each time: one store for each block of
 * the inventories whose local hash is one of the prompt's. No walk of the prompt touches another.
 */
final class TraceCheck {
  private final OwnerInventoryOracle inventories = new OwnerInventoryOracle();

  /** A store without blocks for each tier that had an event: it lets the tier exist. */
  private final Map<StorageTier, Stored> emptyStores = new EnumMap<>(StorageTier.class);

  void apply(KvCacheEvent event) {
    inventories.apply(event);
    if (event instanceof Stored stored) {
      emptyStores.computeIfAbsent(stored.tier(), tier -> withoutBlocks(stored));
    }
  }

  private static Stored withoutBlocks(Stored stored) {
    return new Stored(
        stored.owner(),
        stored.tier(),
        OptionalLong.empty(),
        BlockHashes.empty(),
        BlockHashes.empty());
  }

  /** Every worker for which the hot path chose other than the answer that is checked says. */
  static List<Difference> selectionDifferences(
      Request request, Answer answer, List<WorkerChoice> selected) {
    List<Difference> found = new ArrayList<>();
    for (int worker = 0; worker < selected.size(); worker++) {
      WorkerWithDpRank target = request.targets().get(worker);
      SourceChoice answered = answer.choices().get(target);
      String expected = answered == null ? "no answer" : WorkerChoice.of(answered).toString();
      String actual = selected.get(worker).toString();
      if (!expected.equals(actual)) {
        found.add(
            new Difference(
                "selection",
                Kind.WRONG_VALUE,
                request.id() + ", target " + target,
                expected,
                "ReferenceRouter.answer",
                actual));
      }
    }
    return found;
  }

  /** Every difference between the router's answer and what either oracle expects. */
  List<Difference> differences(Request request, Answer actual) {
    List<Difference> found = new ArrayList<>();
    compare(inventories, request, actual, found);
    compare(logOf(request), request, actual, found);
    return found;
  }

  private static void compare(
      KvRouter oracle, Request request, Answer actual, List<Difference> found) {
    String name = oracle.getClass().getSimpleName();
    switch (AnswerComparison.compare(request, oracle.answer(request), name, actual)) {
      case Verdict.Agreed() -> {}
      case Verdict.Diverged(List<Difference> differences) -> found.addAll(differences);
    }
  }

  private EventLogOracle logOf(Request request) {
    Set<Long> prompt = request.localHashes().stream().boxed().collect(Collectors.toSet());
    EventLogOracle log = new EventLogOracle();
    emptyStores.values().forEach(log::apply);
    for (HeldBlock block : inventories.heldBlocks()) {
      if (prompt.contains(block.localHash())) {
        log.apply(
            new Stored(
                block.owner(),
                block.tier(),
                block.parent(),
                BlockHashes.of(block.localHash()),
                BlockHashes.of(block.externalHash())));
      }
    }
    return log;
  }
}
