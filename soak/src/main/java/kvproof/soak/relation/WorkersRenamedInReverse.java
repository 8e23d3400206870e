package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Case;
import kvproof.model.HeldBlock;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.run.AnswerComparison;
import kvproof.soak.run.CaseCheck.FinishedCase;
import kvproof.testkit.Renaming;

/**
 * Workers get each other's ids, the first that of the last: the answers are the same under the new
 * names, but for which of two equally long sources is chosen.
 *
 * <p>Where a place is held under several hashes nothing is said: there the smallest source names
 * the chain, so its order is more than a tie.
 */
final class WorkersRenamedInReverse implements Relation {
  private record Place(OptionalLong parent, long localHash) {}

  @Override
  public String name() {
    return "workers renamed in reverse";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    return hasOneHashPerPlace(finished.held())
        ? List.of(renaming(finished.soakCase()).rename(finished.soakCase()))
        : List.of();
  }

  private static boolean hasOneHashPerPlace(List<HeldBlock> held) {
    Map<Place, Long> hashes = new HashMap<>();
    return held.stream()
        .allMatch(
            block -> {
              var place = new Place(block.parent(), block.localHash());
              Long first = hashes.putIfAbsent(place, block.externalHash());
              return first == null || first == block.externalHash();
            });
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    var renamed = new RenamedAnswers(renaming(finished.soakCase()));
    SortedMap<String, Answer> expected = new TreeMap<>();
    finished
        .answers()
        .forEach((id, answer) -> expected.put(id, withoutSources(renamed.of(answer))));
    SortedMap<String, Answer> actual = new TreeMap<>();
    replay.answers().forEach((id, answer) -> actual.put(id, withoutSources(answer)));
    List<Difference> found =
        new ArrayList<>(
            Comparison.of(
                changed.requests(),
                expected,
                renamed.of(finished.held()),
                new Replay(actual, replay.held(), replay.router())));
    finished
        .answers()
        .forEach(
            (id, answer) ->
                found.addAll(
                    ends(
                        id, renamed.of(answer), Objects.requireNonNull(replay.answers().get(id)))));
    return found;
  }

  /** Choices are left to {@link #ends}; {@link AnswerComparison} would name the source. */
  private static Answer withoutSources(Answer answer) {
    SortedMap<WorkerWithDpRank, SourceChoice> choices = new TreeMap<>(answer.choices());
    choices.replaceAll((target, choice) -> SourceChoice.none(choice.frontier()));
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), answer.intervals(), choices);
  }

  private static List<Difference> ends(String id, Answer expected, Answer actual) {
    List<Difference> found = new ArrayList<>();
    expected
        .choices()
        .forEach(
            (target, choice) -> {
              SourceChoice other = actual.choices().get(target);
              String got = other == null ? "no choice" : end(other);
              if (!end(choice).equals(got)) {
                found.add(Comparison.difference("choice", id + ", " + target, end(choice), got));
              }
            });
    return found;
  }

  private static String end(SourceChoice choice) {
    return choice.source().isPresent() ? "a source up to " + choice.end() : "no source";
  }

  private static Renaming renaming(Case soakCase) {
    NavigableSet<Long> ids = Participants.workerIds(soakCase);
    List<Long> reversed = List.copyOf(ids.descendingSet());
    return Participants.renaming(id -> reversed.get(Participants.indexOf(ids, id)));
  }
}
