package kvproof.testkit;

import java.util.List;
import kvproof.model.Case;
import kvproof.model.FetchAttempt;
import kvproof.model.Request;

/**
 * Draws whole cases.
 *
 * <p>A case follows from its profile and seed alone, on every machine. People and prompts, history,
 * requests and fetches each have a stream of their own.
 */
public final class Cases {
  private static final int CHANCE_OF_VARIANTS = 60;

  private Cases() {}

  public static Case draw(Profile profile, long caseSeed) {
    SeededRandom random = new SeededRandom(caseSeed).fork(profile.wireName());
    boolean withVariants =
        profile.allows(Irregularity.VARIANT) && random.chance(CHANCE_OF_VARIANTS);
    HistoryDraft history =
        Histories.draw(
            profile,
            Population.draw(random.fork("population")),
            PromptFamilies.draw(random.fork("prompts"), withVariants),
            random.fork("history"));
    List<Request> requests = Requests.draw(history, random.fork("requests"));
    List<FetchAttempt> fetches =
        profile == Profile.FETCH
            ? FetchAttempts.draw(history, requests, random.fork("fetches"))
            : List.of();
    return new Case(profile.wireName(), caseSeed, history.steps(), requests, fetches);
  }
}
