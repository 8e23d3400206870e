package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseCheck;
import kvproof.soak.run.Side;
import kvproof.testkit.SeededRandom;

/**
 * The relations and the ways through a dump, put to a router that has to be asked again for each:
 * one case in {@value #ONE_CASE_IN}, by its seed.
 *
 * <p>Folds nothing, so that it does not show in a digest how often they were looked at.
 */
public final class AskedRelations implements CaseCheck {
  private static final int ONE_CASE_IN = 64;

  /** What is looked at only if the router takes the worker snapshot, and makes choices. */
  public static final String LOSING_SOURCE = "losing_source_removed";

  /** What is looked at only if the router spells out what it holds. */
  public static final String RESTORE = "restore";

  private final Side router;
  private final Predicate<Case> isPromised;
  private final List<Relation> relations = new ArrayList<>();

  /**
   * Relations of one router.
   *
   * @param router one that is asked now, as it is written; {@code fresh} may take back the one
   *     before
   * @param isPromised whether the router promises anything about a changed case
   * @param leftOut of the two names here, those that the router cannot be asked about
   */
  public AskedRelations(Side router, Predicate<Case> isPromised, List<String> leftOut) {
    this.router = router;
    this.isPromised = isPromised;
    for (Relation relation : RelationCheck.ALL) {
      if (!(relation instanceof LosingSourceRemoved && leftOut.contains(LOSING_SOURCE))) {
        relations.add(relation);
      }
    }
    if (!leftOut.contains(RESTORE)) {
      relations.addAll(RestoreCheck.ALL);
    }
  }

  /** Whether anything is looked at in the case of this seed. */
  public static boolean areLookedAt(long caseSeed) {
    return new SeededRandom(caseSeed).fork("asked relations").below(ONE_CASE_IN) == 0;
  }

  @Override
  public String name() {
    return "the same router";
  }

  /** Ends at the first relation that is broken. */
  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    if (!areLookedAt(finished.soakCase().seed())) {
      return List.of();
    }
    FinishedCase asked = finished.on(router);
    for (Relation relation : relations) {
      for (Case changed : relation.transform(asked)) {
        if (isPromised.test(changed)) {
          List<Difference> found = RelationCheck.broken(relation, asked, changed, new Digest());
          if (!found.isEmpty()) {
            return found;
          }
        }
      }
    }
    return List.of();
  }
}
