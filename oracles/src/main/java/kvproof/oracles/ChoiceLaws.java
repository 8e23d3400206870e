package kvproof.oracles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;
import kvproof.model.BlockInterval;
import kvproof.model.CacheOwner;
import kvproof.model.HeldBlock;
import kvproof.model.KvHint;
import kvproof.model.KvHintAction.Fetch;
import kvproof.model.Owner;
import kvproof.model.Request;
import kvproof.model.WorkerWithDpRank;

/** The laws of the choice for one target; part of {@link HintLaws}. */
final class ChoiceLaws {
  private final Request request;
  private final Answer answer;
  private final SourceLaws sources;
  private final WorkerWithDpRank target;
  private final SourceChoice choice;
  private final Set<HeldBlock> held;
  private final List<String> violations = new ArrayList<>();

  ChoiceLaws(
      Request request,
      Answer answer,
      SourceLaws sources,
      SourceChoice choice,
      Set<HeldBlock> held) {
    this.request = request;
    this.answer = answer;
    this.sources = sources;
    this.target = sources.target();
    this.choice = choice;
    this.held = held;
  }

  List<String> violations() {
    int frontier = IntervalLaws.frontier(answer, target);
    require(
        choice.frontier() == frontier,
        () -> "its frontier is not " + choice.frontier() + " but, by its hits, " + frontier);
    require(
        choice.hint().isPresent() == choice.source().isPresent(),
        () -> "hint and source do not go together: " + choice);
    choice.source().ifPresent(this::checkSource);
    require(
        choice.source().isPresent() || choice.end() == choice.frontier(),
        () -> "credited end " + choice.end() + " without a source");
    if (choice.source().isPresent() && choice.hint().isPresent()) {
      checkHint(choice.source().get(), choice.hint().get());
    }
    passedOver().ifPresent(better -> broken("chose " + chosenText() + ", passed over " + better));
    return violations;
  }

  private void checkSource(Owner source) {
    sources.objection(source).ifPresent(objection -> broken(source + " " + objection));
    require(
        choice.end() > choice.frontier(),
        () -> "credited end " + choice.end() + " is not beyond frontier " + choice.frontier());
    require(
        choice.end() <= request.localHashes().size(),
        () -> "credited end " + choice.end() + " of " + request.localHashes().size() + " blocks");
    require(
        answer.intervals().stream()
            .anyMatch(
                candidate ->
                    candidate.owner().equals(source)
                        && isUsable(candidate.interval())
                        && candidate.interval().end() == choice.end()),
        () -> "no usable interval of " + chosenText() + " among " + answer.intervals());
  }

  /** That a fetch has hashes and an endpoint is in its type. */
  private void checkHint(Owner source, KvHint hint) {
    require(
        hint.messageId().equals(request.id()),
        () -> "message id '" + hint.messageId() + "' for request " + request.id());
    if (hint.actions().size() != 1 || !(hint.actions().getFirst() instanceof Fetch fetch)) {
      broken("the hint is not one fetch: " + hint.actions());
      return;
    }
    require(
        fetch.blockHashes().size() == choice.end(),
        () -> fetch.blockHashes().size() + " hashes for credited end " + choice.end());
    require(
        fetch.sourceControlEndpoint().equals(sources.endpoint(source)),
        () -> "endpoint " + fetch.sourceControlEndpoint() + " is not that of " + source);
    checkPossession(
        source,
        new Possession(held, sources.residency(), request.localHashes(), fetch.blockHashes()));
  }

  /** Root-aligned: the target holds what is named below its frontier, the source the rest. */
  private void checkPossession(Owner source, Possession possession) {
    int ownEnd = possession.endFromRoot(target);
    require(
        ownEnd == choice.frontier(),
        () -> "holds [0, " + ownEnd + ") of the named blocks, frontier " + choice.frontier());
    int exactEnd = possession.exactEnd(source, choice.frontier());
    int sourceEnd =
        switch (source) {
          case WorkerWithDpRank rank -> Math.max(exactEnd, possession.endFromRoot(rank));
          case CacheOwner cacheOwner -> exactEnd;
        };
    require(
        sourceEnd >= choice.end(),
        () -> source + " holds the named blocks up to " + sourceEnd + ", not " + choice.end());
  }

  /** An interval of the answer that the choice should have preferred. */
  private Optional<SourceInterval> passedOver() {
    boolean onChain =
        choice.frontier() == 0
            || answer
                .intervals()
                .contains(new SourceInterval(target, new BlockInterval(0, choice.frontier())));
    return answer.intervals().stream()
        .filter(candidate -> onChain && isUsable(candidate.interval()))
        .filter(candidate -> sources.objection(candidate.owner()).isEmpty())
        .filter(this::isBetterThanChosen)
        .findFirst();
  }

  private boolean isUsable(BlockInterval interval) {
    return interval.start() <= choice.frontier() && interval.end() > choice.frontier();
  }

  /** Own island first, then the larger end, then the smaller source. */
  private boolean isBetterThanChosen(SourceInterval candidate) {
    if (choice.source().isEmpty()) {
      return true;
    }
    Owner chosen = choice.source().get();
    int byIsland =
        Boolean.compare(
            sources.isInTargetsIsland(candidate.owner()), sources.isInTargetsIsland(chosen));
    int byEnd = Integer.compare(candidate.interval().end(), choice.end());
    int bySource = chosen.compareTo(candidate.owner());
    return byIsland != 0 ? byIsland > 0 : byEnd != 0 ? byEnd > 0 : bySource > 0;
  }

  private String chosenText() {
    return choice.source().map(source -> source + " to " + choice.end()).orElse("no source");
  }

  private void require(boolean holds, Supplier<String> otherwise) {
    if (!holds) {
      broken(otherwise.get());
    }
  }

  private void broken(String law) {
    violations.add("target " + target + ": " + law);
  }
}
