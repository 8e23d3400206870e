package kvproof.soak.relation;

import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.Verdict.Difference;
import kvproof.soak.run.CaseCheck.FinishedCase;
import kvproof.testkit.Renaming;

/**
 * Workers get other ids in the same order, on both sides of 2^63: the answers are the same under
 * the new names, ties included.
 */
final class WorkersRenamedInOrder implements Relation {

  @Override
  public String name() {
    return "workers renamed in order";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    return List.of(renaming(finished.soakCase()).rename(finished.soakCase()));
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    var renamed = new RenamedAnswers(renaming(finished.soakCase()));
    SortedMap<String, Answer> expected = new TreeMap<>();
    finished.answers().forEach((id, answer) -> expected.put(id, renamed.of(answer)));
    return Comparison.of(changed.requests(), expected, renamed.of(finished.held()), replay);
  }

  private static Renaming renaming(Case soakCase) {
    NavigableSet<Long> ids = Participants.workerIds(soakCase);
    long first = Long.MIN_VALUE - ids.size() / 2; // unsigned 2^63 is in the middle
    return Participants.renaming(id -> first + Participants.indexOf(ids, id));
  }
}
