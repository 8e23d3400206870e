package kvproof.soak.spec;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import kvproof.model.BlockHashes;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;

/**
 * Turns the lines of one row into items.
 *
 * <p>Neighbouring lines of checks are one question: they are put to one answer, and its request has
 * the ranks of its {@code target} checks as targets.
 */
final class RowReader {
  private record CheckLine(int line, String clause) {}

  private final String file;
  private final HashSpelling spelling;
  private final RowSnapshots snapshots = new RowSnapshots();
  private final RowSteps steps;
  private final RowChecks checks;
  private final List<RowItem> items = new ArrayList<>();
  private final List<CheckLine> open = new ArrayList<>();
  private Optional<BlockHashes> prompt = Optional.empty();

  RowReader(String file, HashSpelling spelling) {
    this.file = file;
    this.spelling = spelling;
    this.steps = new RowSteps(spelling, snapshots);
    this.checks = new RowChecks(spelling, snapshots);
  }

  void take(int line, String text) {
    if (text.startsWith("=")) {
      for (String clause : RowWords.split(text.substring(1), ";")) {
        open.add(new CheckLine(line, clause));
      }
      return;
    }
    closeQuestion();
    if (text.equals("ask") || text.startsWith("ask ")) {
      prompt =
          located(line, text, ask -> Optional.of(new RowWords(ask, spelling).skip().localsToEnd()));
      return;
    }
    for (String clause : RowWords.split(text, ";")) {
      items.addAll(located(line, clause, step -> steps.read(line, step)));
    }
  }

  List<RowItem> items() {
    closeQuestion();
    return items;
  }

  private void closeQuestion() {
    if (open.isEmpty()) {
      return;
    }
    int line = open.getFirst().line();
    List<WorkerWithDpRank> targets =
        open.stream()
            .flatMap(check -> located(check.line(), check.clause(), RowChecks::target).stream())
            .toList();
    Optional<Request> request = prompt.map(hashes -> new Request("q" + line, hashes, targets));
    List<RowItem.Check> read =
        open.stream()
            .map(
                check ->
                    located(
                        check.line(),
                        check.clause(),
                        clause -> checks.read(check.line(), clause, request)))
            .toList();
    items.add(new RowItem.Question(line, request, read));
    open.clear();
  }

  private <T> T located(int line, String clause, Function<String, T> reading) {
    try {
      return reading.apply(clause);
    } catch (IllegalArgumentException unreadable) {
      throw new IllegalArgumentException(
          file + ":" + line + ": " + clause + ": " + unreadable.getMessage(), unreadable);
    }
  }
}
