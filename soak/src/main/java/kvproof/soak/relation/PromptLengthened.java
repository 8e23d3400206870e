package kvproof.soak.relation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.TransferCandidates;
import kvproof.model.BlockHashes;
import kvproof.model.Case;
import kvproof.model.HeldBlock;
import kvproof.model.Request;
import kvproof.model.Verdict.Difference;
import kvproof.model.WorkerWithDpRank;
import kvproof.soak.run.CaseCheck.FinishedCase;

/**
 * Every prompt gets a few blocks longer, known ones if somebody holds any behind it: a frontier
 * inside the old prompt stays, and no frontier and no credited end goes back.
 */
final class PromptLengthened implements Relation {
  private static final int MORE_BLOCKS = 3;

  /** Local hash of a block that nobody holds; should somebody do, the relation holds as well. */
  private static final long UNKNOWN = 0x6d6f7265;

  @Override
  public String name() {
    return "prompt lengthened";
  }

  @Override
  public List<Case> transform(FinishedCase finished) {
    Case soakCase = finished.soakCase();
    List<Request> longer =
        soakCase.requests().stream().map(request -> lengthened(request, finished)).toList();
    return longer.isEmpty()
        ? List.of()
        : List.of(
            new Case(
                soakCase.profile(), soakCase.seed(), soakCase.steps(), longer, soakCase.fetches()));
  }

  private static Request lengthened(Request request, FinishedCase finished) {
    int size = request.localHashes().size();
    long[] hashes = Arrays.copyOf(request.localHashes().toArray(), size + MORE_BLOCKS);
    Arrays.fill(hashes, size, hashes.length, UNKNOWN);
    Answer answer = Objects.requireNonNull(finished.answers().get(request.id()));
    Optional<HeldBlock> next = first(answer, size, finished.held());
    for (int position = size; position < hashes.length && next.isPresent(); position++) {
      hashes[position] = next.get().localHash();
      next = childOf(OptionalLong.of(next.get().externalHash()), finished.held());
    }
    return new Request(request.id(), BlockHashes.of(hashes), request.targets());
  }

  /** A block that continues the prompt, if somebody holds all of the prompt. */
  private static Optional<HeldBlock> first(Answer answer, int size, List<HeldBlock> held) {
    if (size == 0) {
      return childOf(OptionalLong.empty(), held);
    }
    return answer
        .candidates()
        .map(TransferCandidates::chain)
        .filter(chain -> chain.size() == size)
        .flatMap(chain -> childOf(OptionalLong.of(chain.at(size - 1)), held));
  }

  private static Optional<HeldBlock> childOf(OptionalLong parent, List<HeldBlock> held) {
    return held.stream().filter(block -> block.parent().equals(parent)).findFirst();
  }

  @Override
  public List<Difference> check(FinishedCase finished, Case changed, Replay replay) {
    List<Difference> found = new ArrayList<>();
    for (Request request : finished.soakCase().requests()) {
      Answer before = Objects.requireNonNull(finished.answers().get(request.id()));
      Answer after = Objects.requireNonNull(replay.answers().get(request.id()));
      for (WorkerWithDpRank target : request.targets()) {
        check(
                request,
                target,
                Objects.requireNonNull(before.choices().get(target)),
                Objects.requireNonNull(after.choices().get(target)))
            .ifPresent(found::add);
      }
    }
    return found;
  }

  private static Optional<Difference> check(
      Request request, WorkerWithDpRank target, SourceChoice before, SourceChoice after) {
    return broken(request.localHashes().size(), before, after)
        .map(
            expected ->
                Comparison.difference(
                    "choice",
                    request.id() + ", " + target,
                    expected,
                    "frontier " + after.frontier() + ", end " + after.end()));
  }

  /** What is expected and not the case. */
  private static Optional<String> broken(int size, SourceChoice before, SourceChoice after) {
    if (before.frontier() < size && after.frontier() != before.frontier()) {
      return Optional.of("frontier " + before.frontier() + " as before");
    }
    if (after.frontier() < before.frontier()) {
      return Optional.of("a frontier of at least " + before.frontier());
    }
    return after.end() < before.end()
        ? Optional.of("an end of at least " + before.end())
        : Optional.empty();
  }
}
