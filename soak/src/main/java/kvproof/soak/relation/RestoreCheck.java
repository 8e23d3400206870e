package kvproof.soak.relation;

import java.util.List;
import kvproof.model.Verdict.Difference;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseCheck;
import kvproof.testkit.SeededRandom;

/**
 * Puts one case in {@value #ONE_CASE_IN} through its own dump, whole and on the way; which, its
 * seed alone decides.
 *
 * <p>Folds nothing: what a restored router may say is what was folded before.
 */
public final class RestoreCheck implements CaseCheck {
  private static final int ONE_CASE_IN = 8;

  static final List<Relation> ALL = List.of(new RebuiltFromDump(), new SnapshotAndTail());

  @Override
  public String name() {
    return "the same router";
  }

  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    long seed = finished.soakCase().seed();
    if (new SeededRandom(seed).fork("restore").below(ONE_CASE_IN) != 0) {
      return List.of();
    }
    for (Relation relation : ALL) {
      List<Difference> found = RelationCheck.broken(relation, finished, new Digest());
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }
}
