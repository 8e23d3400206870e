package kvproof.soak.spec;

import java.util.Optional;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.spec.RowItem.Check;
import kvproof.soak.spec.RowItem.Expectation;

/**
 * Reads the checks of a row.
 *
 * <ul>
 *   <li>{@code device w1 4, w2 2}: all device overlaps. {@code last w1 104}: last matched hashes
 *   <li>{@code hits host w1 2, w2 0}, {@code next host w1 3 after 103, w2 0 after root}: all of a
 *       tier. {@code tiers host disk}: the tiers that are answered
 *   <li>{@code gain disk w1 2}: who gains blocks on a tier, device included; no zeros
 *   <li>{@code chain 101-104}, {@code prefixes w1 4, K1 2}: the candidates, {@code -} for none
 *   <li>{@code F 10 13}: frontiers of the partial ranks on the chain, as the answer implies them
 *   <li>{@code intervals w1 [0,10) w2 [10,15)}: the canonical list, in order
 *   <li>{@code target w1 at 10 from w2 to 15 endpoint tcp://w2:9000 hint 101-115}, {@code target w2
 *       at 3 none}; the hint is 101, 102, ... from the source's own endpoint if not given
 *   <li>{@code count w1 4, w2 -}: resident blocks of these ranks. {@code held host w1 3, K1 2}:
 *       number of held blocks on a tier, all owners
 *   <li>{@code dump S w1 p=- [1-2] + S w2 host p=102 [3]}: every held block, as stores
 *   <li>where it is offered: {@code det 1}, {@code malformed host 2}, {@code duplicates 0}; {@code
 *       observed +101 -102}, which hashes came and went on the device since the last time; {@code
 *       compared at most 15}, positions in the host-pinned tier; {@code ineligible no_endpoint 1}
 * </ul>
 */
final class RowChecks {
  private final HashSpelling spelling;
  private final AnswerChecks answers;
  private final StateChecks state;

  RowChecks(HashSpelling spelling, RowSnapshots snapshots) {
    this.spelling = spelling;
    this.answers = new AnswerChecks(spelling, snapshots);
    this.state = new StateChecks(spelling);
  }

  /** The rank if the clause is a {@code target}. */
  static Optional<WorkerWithDpRank> target(String clause) {
    RowWords words = new RowWords(clause, HashSpelling.PLAIN);
    return words.accept("target") ? Optional.of(words.rank()) : Optional.empty();
  }

  Check read(int line, String clause, Optional<Request> request) {
    RowWords words = new RowWords(clause, spelling);
    String word = words.next();
    Expectation expectation =
        answers
            .read(word, words, request)
            .or(() -> state.read(word, words))
            .orElseThrow(() -> new IllegalArgumentException("unknown check '" + word + "'"));
    if (words.hasNext()) {
      throw new IllegalArgumentException("not understood: '" + words.next() + "'");
    }
    return new Check(line, clause, expectation);
  }
}
