package kvproof.soak.field;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import kvproof.model.CaseStep;
import kvproof.model.Verdict.Difference;
import kvproof.soak.field.FieldCase.Check;

/**
 * Tells a case to a subject and asks what the case asks.
 *
 * <p>A step at which the subject fails spoils whatever is asked after it.
 */
final class CaseTrial {
  private static final String FETCHES = "bytes, holdings and rest of the fetches";
  private static final String SOUND = "as the oracle of fetches has them";

  private final FieldCase fieldCase;
  private final FieldWorld world;
  private final List<Checked> checked = new ArrayList<>();
  private Optional<RuntimeException> spoilt = Optional.empty();

  private CaseTrial(FieldCase fieldCase, FieldWorld world) {
    this.fieldCase = fieldCase;
    this.world = world;
  }

  /** One for each check of the case, for each order that it is told in. */
  static List<Checked> run(FieldCase fieldCase, FieldSubject subject) {
    List<Checked> checked = new ArrayList<>();
    for (int order = 0; order < fieldCase.orders(); order++) {
      try (FieldWorld world = new FieldWorld(subject, fieldCase.told())) {
        checked.addAll(new CaseTrial(fieldCase, world).tell(fieldCase.steps(order)));
      }
    }
    return List.copyOf(checked);
  }

  private List<Checked> tell(List<CaseStep> steps) {
    askAfter(0);
    for (int taken = 0; taken < steps.size(); taken++) {
      if (spoilt.isEmpty()) {
        take(steps.get(taken));
      }
      askAfter(taken + 1);
    }
    if (!fieldCase.told().fetches().isEmpty()) {
      checked.add(ask(fieldCase.name(), FETCHES, SOUND, this::differenceOfFetches));
    }
    return checked;
  }

  private void take(CaseStep step) {
    try {
      world.take(step);
    } catch (RuntimeException failure) {
      spoilt = Optional.of(failure);
    } catch (AssertionError failure) {
      spoilt = Optional.of(new IllegalStateException(failure));
    }
  }

  private void askAfter(int taken) {
    for (Check check : fieldCase.checks()) {
      if (check.afterStep() == taken) {
        checked.add(
            ask(
                fieldCase.name() + ":" + check.line(),
                check.question(),
                check.expected(),
                () -> answer(check)));
      }
    }
  }

  private String answer(Check check) {
    check.needs().ifPresent(world::need);
    return FieldQuestion.answer(world, check.prompt(), check.question());
  }

  private Checked ask(String where, String question, String expected, Supplier<String> answer) {
    try {
      if (spoilt.isPresent()) {
        throw spoilt.get();
      }
      return judged(Checked.answered(where, question, expected, answer.get()));
    } catch (NotAskedException notAsked) {
      return Checked.leftOut(where, question, expected, notAsked.part());
    } catch (RuntimeException | AssertionError failure) {
      return Checked.answered(where, question, expected, "no answer: " + failure);
    }
  }

  private Checked judged(Checked answered) {
    return answered.isOther() && !world.isPromised() ? answered.beyondPromise() : answered;
  }

  /** What no row says, since it goes without saying: no wrong byte, nothing left behind. */
  private String differenceOfFetches() {
    List<Difference> differences = world.fetches().differences();
    return differences.isEmpty() ? SOUND : differences.getFirst().toString();
  }
}
