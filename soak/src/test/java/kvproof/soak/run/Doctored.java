package kvproof.soak.run;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import kvproof.model.Answer;
import kvproof.model.Answer.SourceChoice;
import kvproof.model.Answer.SourceInterval;

/** Answers that are wrong in one part. */
public final class Doctored {
  private Doctored() {}

  public static Answer withoutDevice(Answer answer) {
    return new Answer(
        new TreeMap<>(), answer.lower(), answer.candidates(), answer.intervals(), answer.choices());
  }

  public static Answer withoutLower(Answer answer) {
    return new Answer(
        answer.device(),
        new TreeMap<>(),
        answer.candidates(),
        answer.intervals(),
        answer.choices());
  }

  public static Answer withoutCandidates(Answer answer) {
    return new Answer(
        answer.device(), answer.lower(), Optional.empty(), answer.intervals(), answer.choices());
  }

  public static Answer withoutContinuations(Answer answer) {
    List<SourceInterval> prefixes =
        answer.intervals().stream().filter(held -> held.interval().start() == 0).toList();
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), prefixes, answer.choices());
  }

  public static Answer withoutSources(Answer answer) {
    return withChoices(answer, choice -> SourceChoice.none(choice.frontier()));
  }

  public static Answer withoutHints(Answer answer) {
    return withChoices(
        answer,
        choice ->
            new SourceChoice(choice.frontier(), choice.source(), choice.end(), Optional.empty()));
  }

  private static Answer withChoices(Answer answer, UnaryOperator<SourceChoice> doctoring) {
    var choices = new TreeMap<>(answer.choices());
    choices.replaceAll((target, choice) -> doctoring.apply(choice));
    return new Answer(
        answer.device(), answer.lower(), answer.candidates(), answer.intervals(), choices);
  }
}
