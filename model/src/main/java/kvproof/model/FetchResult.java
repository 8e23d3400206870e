package kvproof.model;

import java.util.List;

/**
 * All that can be seen of one fetch from the target's side.
 *
 * @param wrongBlocks external hashes of blocks that were reported as written and have other bytes,
 *     in the order of the hint; not delivered, and their place is never used again
 * @param isHintFailed whether the hint serves nothing any more for its request
 * @param isTimedOut whether the operation's timeout ended it for the caller
 * @param wasQuarantined whether the destination was given up at some time
 * @param isQuiet whether, when all timeouts are over, it is certain that nothing writes any more
 */
public record FetchResult(
    FetchOutcome outcome,
    List<Long> wrongBlocks,
    boolean isHintFailed,
    boolean isTimedOut,
    boolean wasQuarantined,
    boolean isQuiet) {
  public FetchResult {
    wrongBlocks = List.copyOf(wrongBlocks);
  }

  /** A fetch in which nothing out of the ordinary happened. */
  public static FetchResult plain(FetchOutcome outcome) {
    return new FetchResult(outcome, List.of(), false, false, false, true);
  }

  /** The outcome, and whatever is out of the ordinary. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(outcome.toString());
    if (!wrongBlocks.isEmpty()) {
      text.append(", wrong bytes for ").append(wrongBlocks.stream().map(HashText::print).toList());
    }
    text.append(isHintFailed ? ", hint failed" : "");
    text.append(isTimedOut ? ", timed out" : "");
    text.append(wasQuarantined ? ", quarantined" : "");
    return text.append(isQuiet ? "" : ", not quiet").toString();
  }
}
