package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import kvproof.model.BlockHashes;
import kvproof.model.CaseStep;
import kvproof.model.SchedulingDecision;
import kvproof.model.SchedulingStep.Released;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionRequest;
import kvproof.router.reuse.ReuseReport;
import kvproof.soak.field.ReuseCounted.Counting;
import org.junit.jupiter.api.Test;

/**
 * Faults that FS-59 and FS-60 are there for, each planted between the requests and the counters.
 */
class ReuseCountedTest {

  /** The reference, told of other requests than came. */
  private static final class Misled implements Counting {
    private final Counting reference = Counting.reference();
    private final UnaryOperator<SelectionRequest> seen;
    private final Map<String, String> names = new HashMap<>();

    Misled(UnaryOperator<SelectionRequest> seen) {
      this.seen = seen;
    }

    @Override
    public List<SchedulingDecision> take(CaseStep step) {
      return reference.take(
          switch (step) {
            case Submitted(var request) -> submitted(request);
            case Released(String id) -> new Released(names.getOrDefault(id, id));
            default -> step; // nobody is misled about the rest
          });
    }

    private Submitted submitted(SelectionRequest request) {
      SelectionRequest other = seen.apply(request);
      names.put(request.id(), other.id());
      return new Submitted(other);
    }

    @Override
    public ReuseReport reuse() {
      return reference.reuse();
    }
  }

  /** Blocks of a prompt that was computed before are taken for hits of the cache. */
  @Test
  void attemptThatIsTakenForANewRequestIsFoundOut() {
    Questions questions = new Questions("test");
    int[] attempts = {0};

    ReuseCounted.askByAttempt(
        questions, () -> new Misled(request -> named(request, "attempt-" + attempts[0]++)));

    assertThat(wrong(questions))
        .contains("first attempts: hits", "re-attempts: requests", "headline hit rate");
  }

  /** The partial block at the end of a prompt is hashed like a whole one. */
  @Test
  void partialBlockThatIsTakenForAWholeOneIsFoundOut() {
    Questions questions = new Questions("test");

    ReuseCounted.askBelowABlock(questions, () -> new Misled(ReuseCountedTest::roundedUp));

    assertThat(wrong(questions)).contains("their sub_block_queries", "the report says so");
  }

  /** Blocks of the router are not those of the engine. */
  @Test
  void reportOfAnotherBlockSizeIsFoundOut() {
    Questions questions = new Questions("test");

    ReuseCounted.askBelowABlock(
        questions,
        () -> {
          Counting reference = Counting.reference();
          return new Counting() {
            @Override
            public List<SchedulingDecision> take(CaseStep step) {
              return reference.take(step);
            }

            @Override
            public ReuseReport reuse() {
              ReuseReport right = reference.reuse();
              return new ReuseReport(16, right.first(), right.again());
            }
          };
        });

    assertThat(wrong(questions))
        .containsExactly("shortest reusable prefix in tokens", "the report says so");
  }

  private static List<String> wrong(Questions questions) {
    return questions.checked().stream().filter(Checked::isWrong).map(Checked::question).toList();
  }

  private static SelectionRequest named(SelectionRequest request, String id) {
    return SelectionRequest.of(
        id, request.admission(), request.localHashes(), request.promptTokens());
  }

  private static SelectionRequest roundedUp(SelectionRequest request) {
    BlockHashes blocks =
        BlockHashes.of(
            LongStream.concat(request.localHashes().stream(), LongStream.of(7)).toArray());
    return SelectionRequest.of(request.id(), request.admission(), blocks, blocks.size() * 784);
  }
}
