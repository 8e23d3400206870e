package kvproof.testkit;

import java.util.List;
import kvproof.model.Case;
import kvproof.model.FetchAttempt;
import kvproof.model.Request;

/**
 * Draws whole cases.
 *
 * <p>A case follows from its profile and seed alone, on every machine. History, requests and
 * fetches each have a stream of their own.
 */
public final class Cases {
  private Cases() {}

  public static Case draw(Profile profile, long caseSeed) {
    SeededRandom random = new SeededRandom(caseSeed).fork(profile.wireName());
    HistoryDraft history = Histories.draft(profile, random);
    List<Request> requests = Requests.draw(history, random.fork("requests"));
    List<FetchAttempt> fetches =
        profile == Profile.FETCH
            ? FetchAttempts.draw(history, requests, random.fork("fetches"))
            : List.of();
    return new Case(profile.wireName(), caseSeed, history.steps(), requests, fetches);
  }
}
