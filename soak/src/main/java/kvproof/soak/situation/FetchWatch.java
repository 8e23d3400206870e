package kvproof.soak.situation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.FetchAttempt;
import kvproof.model.FetchResult;
import kvproof.model.Request;

/** The fetches of one case: puts each beside the hint that it carried out and those before it. */
final class FetchWatch {
  private final Tally tally;
  private final Map<String, Answer> answers = new HashMap<>();
  private final List<FetchScene> seen = new ArrayList<>();

  FetchWatch(Tally tally) {
    this.tally = tally;
  }

  /** The oracle's last answer is the one whose hints are carried out. */
  void answered(Request request, Answer expected) {
    answers.put(request.id(), expected);
  }

  void fetched(FetchAttempt attempt, FetchResult result, boolean struck) {
    Optional<SourceChoice> choice =
        Optional.ofNullable(answers.get(attempt.requestId()))
            .map(answer -> answer.choices().get(attempt.target()))
            .filter(hinted -> hinted.hint().isPresent());
    if (choice.isPresent()) {
      FetchScene scene = new FetchScene(attempt, choice.get(), result, struck, seen);
      tally.see(scene);
      seen.add(scene);
    }
  }
}
