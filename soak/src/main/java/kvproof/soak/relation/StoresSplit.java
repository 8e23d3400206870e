package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.Verdict.Difference;
import kvproof.soak.run.CaseCheck.FinishedCase;

/**
 * Every store of several blocks becomes one store per block: nothing changes. A malformed store
 * stays whole, since its parts would be well-formed.
 */
final class StoresSplit implements Relation {

  @Override
  public String name() {
    return "stores split";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    List<CaseStep> steps = new ArrayList<>();
    for (CaseStep step : finished.soakCase().steps()) {
      if (step instanceof Stored stored && canBeSplit(stored)) {
        addBlockByBlock(stored, steps);
      } else {
        steps.add(step);
      }
    }
    return ChangedHistory.of(finished.soakCase(), steps);
  }

  private static boolean canBeSplit(Stored stored) {
    Set<Long> hashes = new HashSet<>();
    stored.parent().ifPresent(hashes::add);
    return stored.externalHashes().size() > 1
        && stored.externalHashes().stream().allMatch(hashes::add);
  }

  private static void addBlockByBlock(Stored stored, List<CaseStep> steps) {
    OptionalLong parent = stored.parent();
    for (int i = 0; i < stored.externalHashes().size(); i++) {
      steps.add(
          new Stored(
              stored.owner(),
              stored.tier(),
              parent,
              stored.localHashes().slice(i, i + 1),
              stored.externalHashes().slice(i, i + 1)));
      parent = OptionalLong.of(stored.externalHashes().at(i));
    }
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    return Comparison.unchanged(finished, replay);
  }
}
