package kvproof.soak.canary;

import static org.assertj.core.api.Assertions.assertThat;

import kvproof.model.CountingRouter;
import kvproof.soak.run.Contest;
import kvproof.soak.run.HarnessFailure;
import org.junit.jupiter.api.Test;

/**
 * Faults in the index itself that FS-63 is there for; answers stay right, so no case shows them.
 */
class ClearCostTest {
  private static final String INDEX = "kvproof/router/index/BlockIndex.java";

  /** Every run is looked at, whoever has blocks in it. */
  @Test
  void fs63ClearThatScansEverythingIsFoundOut() throws Exception {
    assertThat(
            wrong(
                """
                    for (int slot : holdings.slots(owner)) {
                      Run run = layout.find(slot);
                      if (run != null) {
                        clear(owner, run);
                      }
                    }
                """,
                """
                    java.util.List<Run> all = new java.util.ArrayList<>();
                    layout.forEachRun(all::add);
                    all.forEach(run -> clear(owner, run));
                """))
        .contains("work with 8 workers in place of 64");
  }

  /** Runs that a worker left are never forgotten. */
  @Test
  void clearThatLooksAtWhatWasLeftLongAgoIsFoundOut() throws Exception {
    assertThat(wrong("holdings.isCluttered(owner)", "holdings.held(owner) < 0"))
        .containsExactly(
            "a worker of 125 blocks costs little after 20,000 other chains came to it and went");
  }

  private static Iterable<String> wrong(String piece, String replacement)
      throws RottenMutantException, HarnessFailure {
    Mutant mutant = new Mutant("clear-cost", "a clear costs too much", INDEX, piece, replacement);
    FaultyClasses classes = FaultyClasses.of(mutant, MemoryCompiler.ofThisJdk());
    var router = mutant.module().contest(Contest.standard(), classes).router();
    return kvproof.soak.field.ClearCosts.wrong(() -> (CountingRouter) router.fresh().get());
  }
}
