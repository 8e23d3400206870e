package kvproof.soak.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import kvproof.model.Answer;
import kvproof.model.Case;
import kvproof.model.Request;
import kvproof.model.casetext.CaseText;
import kvproof.oracles.OwnerInventoryOracle;
import kvproof.soak.report.Divergence;
import org.junit.jupiter.api.Test;

class ShrunkDivergenceTest {
  private static final int MAX_TRIES = 3_000;

  private static CaseRunner runner(Side router) {
    Side oracle = new Side("oracle", OwnerInventoryOracle::new);
    return new CaseRunner(new Contest(router, List.of(oracle), List.of()));
  }

  private static ShrunkDivergence shrunk(Side router) {
    Case failing = ExampleCases.continuation();
    Divergence divergence = runner(router).run(failing).divergence().orElseThrow();
    return ShrunkDivergence.of(runner(router), failing, divergence, MAX_TRIES, () -> false);
  }

  @Test
  void smallerCaseFailsInTheSameWay() {
    ShrunkDivergence shrunk = shrunk(LyingRouter.inAnswers(Doctored::withoutDevice));

    assertThat(shrunk.smallest().steps()).hasSize(1);
    assertThat(shrunk.divergence().first().part()).isEqualTo("device");
  }

  /** It lies for a while only: the case found last does not fail once more. */
  @Test
  void caseThatDoesNotFailOnceMoreIsNotShown() {
    var runs = new AtomicInteger();
    Side honestInTheEnd =
        LyingRouter.side(
            () -> {
              int run = runs.getAndIncrement();
              return new LyingRouter() {
                @Override
                public Answer answer(Request request) {
                  Answer truth = super.answer(request);
                  return run < 3 ? Doctored.withoutDevice(truth) : truth;
                }
              };
            });

    ShrunkDivergence shrunk = shrunk(honestInTheEnd);

    assertThat(shrunk.smallest()).isEqualTo(ExampleCases.continuation());
    assertThat(shrunk.divergence().first().part()).isEqualTo("device");
    assertThat(shrunk.tries()).isGreaterThan(2);
  }

  /** With three blocks it breaks in one way; every smaller case would break in another. */
  @Test
  void caseDoesNotShrinkToAnotherException() {
    Side breaksInTwoWays =
        LyingRouter.side(
            () ->
                new LyingRouter() {
                  @Override
                  public Answer answer(Request request) {
                    if (heldBlocks().size() < 3) {
                      throw new ArithmeticException("few blocks");
                    }
                    throw new IllegalStateException("many blocks");
                  }
                });
    Case failing =
        CaseText.parse(
            """
            kvproof-case 1
            profile by-hand
            seed 7
            store 1/0 device root 1:101 2:102 3:103 4:104
            store 2/0 host_pinned root 1:101
            ask q1 local 1 2 3 targets 1/0
            """);
    CaseRunner runner = runner(breaksInTwoWays);
    Divergence divergence = runner.run(failing).divergence().orElseThrow();
    assertThat(divergence.first().actual()).startsWith("java.lang.IllegalStateException");

    ShrunkDivergence shrunk =
        ShrunkDivergence.of(runner, failing, divergence, MAX_TRIES, () -> false);

    assertThat(shrunk.divergence().first().actual()).startsWith("java.lang.IllegalStateException");
    assertThat(shrunk.smallest().steps()).hasSize(1);
  }
}
