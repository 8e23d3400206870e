package kvproof.soak.field;

import java.util.List;
import java.util.function.Supplier;
import kvproof.model.CountingRouter;

/** For tests of other packages: what a router gets wrong in FS-63. */
public final class ClearCosts {
  private ClearCosts() {}

  public static List<String> wrong(Supplier<CountingRouter> fresh) {
    Questions questions = new Questions("test");
    ClearCost.ask(questions, fresh);
    return questions.checked().stream().filter(Checked::isWrong).map(Checked::question).toList();
  }
}
