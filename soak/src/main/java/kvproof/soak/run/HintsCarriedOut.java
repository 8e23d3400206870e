package kvproof.soak.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import kvproof.model.Case;
import kvproof.model.FetchAttempt;
import kvproof.model.Verdict.Difference;
import kvproof.soak.digest.Digest;
import kvproof.soak.fetch.FetchCheck;
import kvproof.soak.fetch.FetchReport;

/**
 * Carries out the fetches of a case, if it has any, and then every hint of its answers, and looks
 * at every byte that arrives.
 */
public final class HintsCarriedOut implements CaseCheck {

  @Override
  public String name() {
    return "the fetch";
  }

  @Override
  public List<Difference> check(FinishedCase finished, Digest digest) {
    if (finished.soakCase().fetches().isEmpty()) {
      return List.of();
    }
    FetchReport drawn = FetchCheck.check(finished.soakCase(), finished.answers());
    FetchReport every = FetchCheck.check(withEveryHint(finished), finished.answers());
    digest.add(drawn.digest()).add(every.digest());
    if (drawn.differences().isEmpty()) {
      drawn
          .fetches()
          .forEach(
              fetch ->
                  finished.observer().fetched(fetch.attempt(), fetch.result(), fetch.struck()));
    }
    return drawn.differences().isEmpty() ? every.differences() : drawn.differences();
  }

  /** The same case, but with each hint that the router gave carried out once, undisturbed. */
  private static Case withEveryHint(FinishedCase finished) {
    Case drawn = finished.soakCase();
    List<FetchAttempt> attempts = new ArrayList<>();
    finished
        .answers()
        .forEach(
            (request, answer) ->
                answer
                    .choices()
                    .forEach(
                        (target, choice) -> {
                          if (choice.hint().isPresent()) {
                            attempts.add(
                                new FetchAttempt(request, target, List.of(), Optional.empty()));
                          }
                        }));
    return new Case(drawn.profile(), drawn.seed(), drawn.steps(), drawn.requests(), attempts);
  }
}
