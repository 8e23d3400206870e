package kvproof.soak.fetch;

import java.util.Map;
import java.util.Optional;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.FetchAttempt;
import kvproof.model.KvHintAction;
import kvproof.model.Owner;

/**
 * A hint to be carried out.
 *
 * @param choice what the router answered
 * @param hint the fetch action of its hint
 * @param named who answers at the hint's endpoint; absent: nobody
 * @param asked who is asked; absent: there is nobody to ask
 */
record FetchPlan(
    FetchAttempt attempt,
    SourceChoice choice,
    KvHintAction.Fetch hint,
    Optional<Owner> named,
    Optional<Owner> asked) {

  /** None if the router gave the target no hint. */
  static Optional<FetchPlan> of(
      FetchAttempt attempt, Map<String, Answer> answersByRequestId, Endpoints endpoints) {
    Answer answer = answersByRequestId.get(attempt.requestId());
    if (answer == null) {
      throw new IllegalArgumentException("no answer to request " + attempt.requestId());
    }
    return Optional.ofNullable(answer.choices().get(attempt.target()))
        .flatMap(choice -> of(attempt, choice, endpoints));
  }

  private static Optional<FetchPlan> of(
      FetchAttempt attempt, SourceChoice choice, Endpoints endpoints) {
    return choice.hint().stream()
        .flatMap(hint -> hint.actions().stream())
        .filter(KvHintAction.Fetch.class::isInstance)
        .map(KvHintAction.Fetch.class::cast)
        .findFirst()
        .map(
            hint -> {
              Optional<Owner> named = endpoints.at(hint.sourceControlEndpoint(), choice.source());
              Optional<Owner> instead = attempt.askInstead().map(rank -> rank);
              return new FetchPlan(attempt, choice, hint, named, instead.or(() -> named));
            });
  }

  String where() {
    return attempt.requestId()
        + " to "
        + attempt.target()
        + " from "
        + asked.map(Owner::toString).orElse("nobody");
  }
}
