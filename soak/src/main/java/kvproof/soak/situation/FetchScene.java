package kvproof.soak.situation;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchFault;
import kvproof.model.FetchOutcome;
import kvproof.model.FetchOutcome.Status;
import kvproof.model.FetchResult;
import kvproof.model.KvCacheEvent;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.Owner;

/**
 * A hint that was carried out, and what came of it.
 *
 * @param choice what the oracle says that the hint was made of
 * @param earlier the fetches of the case before this one, first to last
 */
record FetchScene(
    FetchAttempt attempt,
    SourceChoice choice,
    FetchResult result,
    boolean struck,
    List<FetchScene> earlier) {

  FetchScene {
    earlier = List.copyOf(earlier);
  }

  FetchOutcome outcome() {
    return result.outcome();
  }

  boolean isStruckBy(FetchFault fault) {
    return struck && attempt.fault().equals(Optional.of(fault));
  }

  boolean isStruckByAny(FetchFault.Kind... kinds) {
    return struck && List.of(kinds).contains(attempt.fault().orElseThrow().kind());
  }

  /** Nothing went wrong on the way, and it came to that. */
  boolean isPlain(Status status) {
    return !struck && outcome().status() == status;
  }

  boolean brings() {
    return outcome().delivered() > 0;
  }

  /** Who listens where the hint points; only with a hint. */
  Owner asked() {
    return attempt
        .askInstead()
        .<Owner>map(rank -> rank)
        .orElseGet(() -> choice.source().orElseThrow());
  }

  /** Somebody else than the source of the hint is asked. */
  boolean asksWrongSource() {
    return attempt.askInstead().isPresent() && !choice.source().equals(attempt.askInstead());
  }

  /** The source of the hint has lost blocks since the look-up. */
  boolean sourceForgot() {
    return attempt.meanwhile().stream().anyMatch(this::isLossOfSource);
  }

  private boolean isLossOfSource(KvCacheEvent event) {
    return switch (event) {
      case Removed(var owner, _, _) -> owner.equals(asked());
      case Cleared cleared -> cleared.rank().stream().anyMatch(asked()::equals);
      case KvCacheEvent.Stored _, KvCacheEvent.RankRemoved _, KvCacheEvent.WorkerRemoved _ -> false;
    };
  }

  /** An earlier fetch of the same target was such. */
  boolean follows(Predicate<FetchScene> isSuch) {
    return earlier.stream()
        .anyMatch(
            before -> before.attempt().target().equals(attempt.target()) && isSuch.test(before));
  }

  /** An earlier fetch that asked the same owner was such. */
  boolean followsAtSource(Predicate<FetchScene> isSuch) {
    return earlier.stream()
        .anyMatch(before -> before.asked().equals(asked()) && isSuch.test(before));
  }
}
