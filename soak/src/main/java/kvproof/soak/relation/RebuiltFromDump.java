package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.DumpingRouter;
import kvproof.model.IndexStep;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.KvRouter;
import kvproof.model.Verdict.Difference;
import kvproof.soak.run.CaseCheck.FinishedCase;

/**
 * A fresh router takes the dump of the one that took the case, and the snapshots: it answers the
 * same, holds the same, counts the same, and its own dump is that dump.
 */
final class RebuiltFromDump implements Relation {

  @Override
  public String name() {
    return "rebuilt from a dump";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    List<IndexStep> history = finished.soakCase().indexSteps();
    return StateDump.after(finished.router(), history)
        .map(dump -> StateDump.withSteps(finished.soakCase(), dump))
        .stream()
        .toList();
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    List<Difference> found = new ArrayList<>(Comparison.unchanged(finished, replay));
    finished
        .resident()
        .forEach(
            (rank, expected) -> {
              OptionalLong actual = replay.router().residentBlocks(rank);
              // A dump does not tell of ranks that were seen and hold nothing.
              if (expected.orElse(0) != actual.orElse(0)) {
                found.add(
                    Comparison.difference(
                        "resident", rank.toString(), expected.toString(), actual.toString()));
              }
            });
    compareDumps(stores(changed), replay.router(), found);
    return found;
  }

  private static List<Stored> stores(Case dumped) {
    List<Stored> stores = new ArrayList<>();
    for (CaseStep step : dumped.steps()) {
      if (step instanceof Stored stored) {
        stores.add(stored);
      }
    }
    return stores;
  }

  private static void compareDumps(
      List<Stored> expected, KvRouter rebuilt, List<Difference> found) {
    List<Stored> actual = ((DumpingRouter) rebuilt).dumpEvents();
    if (!expected.equals(actual)) {
      found.add(
          Comparison.difference(
              "dump", "all tiers", expected.size() + " events", "others: " + actual));
    }
  }
}
