package kvproof.soak.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.List;
import java.util.Optional;
import kvproof.model.Owner;
import kvproof.model.Verdict.Difference;
import kvproof.model.Verdict.Kind;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EngineCheckTest {
  private static final long[] PROMPT = {1, 2, 3, 4, 5};
  private static final Optional<Owner> FROM_B = Optional.of(new WorkerWithDpRank(1, 0));
  private static final WorkerChoice NONE_FOR_B = new WorkerChoice(4, Optional.empty(), 4);

  private final SimulatedEngine a =
      new SimulatedEngine(new WorkerWithDpRank(0, 0), 8, 8, event -> {});
  private final SimulatedEngine b =
      new SimulatedEngine(new WorkerWithDpRank(1, 0), 2, 8, event -> {});
  private final EngineCheck check = new EngineCheck(List.of(a, b));

  /** A holds block 0; B holds 0 and 1 on the device, 2 and 3 on the host. */
  @BeforeEach
  void fill() {
    a.serve(new long[] {1});
    b.serve(new long[] {1, 2});
    b.receive(PROMPT, 2, 4);
  }

  private List<Difference> differences(WorkerChoice forA, WorkerChoice forB) {
    return check.differences(7, PROMPT, List.of(forA, forB));
  }

  @Test
  void acceptsASourceThatHoldsItsBlocksOnEitherTier() {
    assertThat(differences(new WorkerChoice(1, FROM_B, 4), NONE_FOR_B)).isEmpty();
    assertThat(differences(new WorkerChoice(1, FROM_B, 3), NONE_FOR_B)).isEmpty();
  }

  @Test
  void findsABlockThatTheSourceLacks() {
    assertThat(differences(new WorkerChoice(1, FROM_B, 5), NONE_FOR_B))
        .containsExactly(
            new Difference(
                "engine",
                Kind.OVER_CREDIT,
                "line-7, target 0/0",
                "1/0 lacks block 4",
                "SimulatedEngine",
                "fetch [1, 5) from 1/0"));
  }

  @Test
  void findsAFrontierThatIsNotTheWorkers() {
    assertThat(differences(new WorkerChoice(2, FROM_B, 4), NONE_FOR_B))
        .extracting(Difference::kind, Difference::expected)
        .containsExactly(tuple(Kind.OVER_CREDIT, "frontier 1"));
    assertThat(
            differences(new WorkerChoice(1, FROM_B, 4), new WorkerChoice(2, Optional.empty(), 2)))
        .extracting(Difference::kind, Difference::expected)
        .containsExactly(tuple(Kind.UNDER_CREDIT, "frontier 4"));
  }
}
