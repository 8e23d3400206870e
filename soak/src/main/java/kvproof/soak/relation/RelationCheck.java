package kvproof.soak.relation;

import static kvproof.model.Verdict.Kind.FAILED;

import java.util.List;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.soak.digest.Digest;
import kvproof.soak.run.CaseCheck;
import kvproof.soak.run.RouterTrouble;
import kvproof.testkit.SeededRandom;

/**
 * Puts one case in {@value #ONE_CASE_IN} through every relation; which, its seed alone decides, so
 * that a smaller case with the same seed is put through them too.
 */
public final class RelationCheck implements CaseCheck {
  private static final int ONE_CASE_IN = 8;

  static final List<Relation> ALL =
      List.of(
          new WorkersRenamedInOrder(),
          new WorkersRenamedInReverse(),
          new IdleWorkerAdded(),
          new StoresSplit(),
          new OwnersReordered(),
          new EventsRepeated(),
          new LosingSourceRemoved(),
          new PromptLengthened());

  @Override
  public String name() {
    return "the same router";
  }

  /** Ends at the first relation that is broken. */
  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    if (!isChosen(finished.soakCase().seed())) {
      return List.of();
    }
    for (Relation relation : ALL) {
      List<Difference> found = broken(relation, finished, digest);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  static boolean isChosen(long caseSeed) {
    return new SeededRandom(caseSeed).fork("relations").below(ONE_CASE_IN) == 0;
  }

  /** What the first changed case that breaks the relation contradicts. */
  static List<Difference> broken(Relation relation, FinishedCase finished, Digest digest) {
    for (Case changed : relation.transform(finished)) {
      List<Difference> found = broken(relation, finished, changed, digest);
      if (!found.isEmpty()) {
        return found;
      }
    }
    return List.of();
  }

  /** What one changed case contradicts; that the router fails there is a difference too. */
  static List<Difference> broken(
      Relation relation, FinishedCase finished, Case changed, Digest digest) {
    try {
      Replay replay = Replay.of(finished.router(), changed);
      fold(replay, digest);
      return relation.check(finished, changed, replay).stream()
          .map(difference -> of(relation, difference))
          .toList();
    } catch (RuntimeException | AssertionError | StackOverflowError failure) {
      return List.of(
          new Difference(
              part(relation),
              failure instanceof RouterTrouble trouble ? trouble.kind() : FAILED,
              "the changed case",
              "an answer",
              Comparison.EXPECTED_BY,
              failure.toString()));
    }
  }

  private static void fold(Replay replay, Digest digest) {
    for (Answer answer : replay.answers().values()) {
      digest.add(answer);
    }
  }

  private static Difference of(Relation relation, Difference difference) {
    return new Difference(
        part(relation),
        difference.kind(),
        difference.part() + ", " + difference.where(),
        difference.expected(),
        difference.expectedBy(),
        difference.actual());
  }

  private static String part(Relation relation) {
    return "relation " + relation.name();
  }
}
