package kvproof.soak.fetch;

import java.util.List;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchResult;
import kvproof.model.Owner;
import kvproof.model.Verdict;

/**
 * What came of the fetches of one case.
 *
 * @param differences empty: everything as it must be
 * @param fetches those that had a hint and somebody to ask, in order
 * @param digest over every attempt and its outcome
 */
public record FetchReport(
    List<Verdict.Difference> differences, List<CarriedOut> fetches, long digest) {

  public FetchReport {
    differences = List.copyOf(differences);
    fetches = List.copyOf(fetches);
  }

  /**
   * One fetch.
   *
   * @param asked who was asked
   * @param isFresh whether nothing had changed since the look-up, and nothing went wrong: the hint
   *     must then be true to the last block
   * @param struck whether the attempt's fault came about
   */
  public record CarriedOut(
      FetchAttempt attempt, Owner asked, boolean isFresh, FetchResult result, boolean struck) {}
}
