package kvproof.soak.relation;

import static kvproof.model.Verdict.Kind.WRONG_VALUE;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import kvproof.model.Answer;
import kvproof.model.HeldBlock;
import kvproof.model.Request;
import kvproof.model.Verdict;
import kvproof.model.Verdict.Difference;
import kvproof.soak.run.AnswerComparison;
import kvproof.soak.run.CaseCheck.FinishedCase;

/** Holds what a router said of a changed case against what it has to say. */
final class Comparison {
  static final String EXPECTED_BY = "the case as it was";

  private Comparison() {}

  /** The change must not show at all. */
  static List<Difference> unchanged(FinishedCase finished, Replay replay) {
    return of(finished.soakCase().requests(), finished.answers(), finished.held(), replay);
  }

  /** Every answer, part by part, and then the inventories. */
  static List<Difference> of(
      List<Request> requests,
      SortedMap<String, Answer> expected,
      List<HeldBlock> expectedHeld,
      Replay replay) {
    List<Difference> found = new ArrayList<>();
    for (Request request : requests) {
      Verdict verdict =
          AnswerComparison.compare(
              request,
              Objects.requireNonNull(expected.get(request.id())),
              EXPECTED_BY,
              Objects.requireNonNull(replay.answers().get(request.id())));
      if (verdict instanceof Verdict.Diverged diverged) {
        found.addAll(diverged.differences());
      }
    }
    found.addAll(held(expectedHeld, replay.held()));
    return found;
  }

  private static List<Difference> held(List<HeldBlock> expected, List<HeldBlock> actual) {
    return expected.equals(actual)
        ? List.of()
        : List.of(
            difference("inventory", "all tiers", alone(expected, actual), alone(actual, expected)));
  }

  /** {@code Set.contains} only: the order is that of the list. */
  private static String alone(List<HeldBlock> blocks, List<HeldBlock> others) {
    Set<HeldBlock> known = new HashSet<>(others);
    List<HeldBlock> alone = blocks.stream().filter(block -> !known.contains(block)).toList();
    return blocks.size()
        + " blocks"
        + (alone.isEmpty()
            ? ""
            : ", " + alone.size() + " of them alone, first " + alone.getFirst());
  }

  static Difference difference(String part, String where, String expected, String actual) {
    return new Difference(part, WRONG_VALUE, where, expected, EXPECTED_BY, actual);
  }
}
