package kvproof.testkit;

import java.util.List;
import kvproof.model.Case;
import kvproof.model.CaseStep;
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

  /**
   * The case of a seed. In an irregular one events may come in batches of streams, with what goes
   * wrong on their way, or routing decisions in their place.
   */
  public static Case draw(Profile profile, long caseSeed) {
    return draw(profile, CaseSize.USUAL, caseSeed);
  }

  /** The same in a size; throws {@link IllegalArgumentException} if the profile has it not. */
  public static Case draw(Profile profile, CaseSize size, long caseSeed) {
    if (!size.isFor(profile)) {
      throw new IllegalArgumentException(
          "no " + size.wireName() + " cases of profile " + profile.wireName());
    }
    return draw(profile, size, caseSeed, profile == Profile.IRREGULAR);
  }

  /** The same with arrivals, whatever the profile. */
  public static Case drawWithArrivals(Profile profile, long caseSeed) {
    return draw(profile, CaseSize.USUAL, caseSeed, true);
  }

  /** The same, but every step is an index step: nothing arrives by streams or predictions. */
  public static Case drawPlain(Profile profile, long caseSeed) {
    return draw(profile, CaseSize.USUAL, caseSeed, false);
  }

  private static Case draw(Profile profile, CaseSize size, long caseSeed, boolean withArrivals) {
    SeededRandom random = new SeededRandom(caseSeed).fork(profile.wireName());
    HistoryDraft history = Histories.draft(profile, size, random);
    List<CaseStep> steps =
        withArrivals ? withArrivals(history, random.fork("arrivals")) : history.steps();
    List<Request> requests = Requests.draw(history, size, random.fork("requests"));
    List<FetchAttempt> fetches =
        profile == Profile.FETCH
            ? FetchAttempts.draw(history, requests, random.fork("fetches"))
            : List.of();
    return new Case(profile.wireName(), caseSeed, steps, requests, fetches);
  }

  /** The history behind event streams, or told by predictions, or as it is. */
  private static List<CaseStep> withArrivals(HistoryDraft history, SeededRandom random) {
    return switch (random.weighted(40, 26, 34)) {
      case 0 -> StreamedHistory.of(history.steps(), history.population().ranks(), random);
      case 1 -> PredictedHistory.of(history, random);
      default -> history.steps();
    };
  }
}
