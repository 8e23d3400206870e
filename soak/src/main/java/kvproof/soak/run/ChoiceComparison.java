package kvproof.soak.run;

import static kvproof.model.Verdict.Kind.WRONG_END;
import static kvproof.model.Verdict.Kind.WRONG_SOURCE;

import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.Collectors;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.KvHint;
import kvproof.model.WorkerWithDpRank;

/**
 * Compares frontier, chosen source with its credited end, and hint, target by target. The first of
 * the three that differs is reported; what comes behind it would differ because of it.
 */
final class ChoiceComparison {
  private final String id;
  private final Differences differences;

  ChoiceComparison(String id, Differences differences) {
    this.id = id;
    this.differences = differences;
  }

  void compare(
      SortedMap<WorkerWithDpRank, SourceChoice> expected,
      SortedMap<WorkerWithDpRank, SourceChoice> actual) {
    for (WorkerWithDpRank target : Differences.eitherKey(expected, actual)) {
      String where = id + ", target " + target;
      SourceChoice wanted = expected.get(target);
      SourceChoice got = actual.get(target);
      if (wanted == null || got == null) {
        differences.addText(
            "choice",
            where,
            wanted == null ? "no target" : text(wanted),
            got == null ? "no answer" : text(got));
      } else {
        compare(where, wanted, got);
      }
    }
  }

  private void compare(String where, SourceChoice expected, SourceChoice actual) {
    if (expected.frontier() != actual.frontier()) {
      differences.addBlocks("frontier", where, expected.frontier(), actual.frontier());
    } else if (!expected.source().equals(actual.source())) {
      differences.add("choice", WRONG_SOURCE, where, text(expected), text(actual));
    } else if (expected.end() != actual.end()) {
      differences.add("choice", WRONG_END, where, text(expected), text(actual));
    } else {
      differences.addText("hint", where, text(expected.hint()), text(actual.hint()));
    }
  }

  /** {@code fetch [4, 9) from 2/0}, whatever the two ends are. */
  private static String text(SourceChoice choice) {
    String run = "[" + choice.frontier() + ", " + choice.end() + ")";
    return choice
        .source()
        .map(source -> "fetch " + run + " from " + source)
        .orElseGet(
            () ->
                choice.end() == choice.frontier()
                    ? "no fetch at " + choice.frontier()
                    : "no source for " + run);
  }

  private static String text(Optional<KvHint> hint) {
    return hint.map(ChoiceComparison::text).orElse("no hint");
  }

  private static String text(KvHint hint) {
    return hint.actions().stream()
        .map(Object::toString)
        .collect(
            Collectors.joining(", ", hint.messageId() + " " + hint.protocolVersion() + " ", ""));
  }
}
