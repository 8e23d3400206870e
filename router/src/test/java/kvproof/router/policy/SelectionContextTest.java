package kvproof.router.policy;

import static kvproof.router.policy.Requests.context;
import static kvproof.router.policy.Requests.tokens;
import static kvproof.router.policy.Requests.untracked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import kvproof.model.Admission;
import kvproof.model.AffinityTarget;
import kvproof.model.BlockHashes;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SelectionContextTest {
  private static final AffinityTarget TARGET = new AffinityTarget(2, OptionalInt.of(0));

  private static SelectionRequest request() {
    return new SelectionRequest(
        "r",
        Admission.BOOK,
        BlockHashes.of(),
        BlockHashes.of(),
        65,
        RequestConstraints.none().withAffinity(TARGET),
        new QueueWishes("", 7, 1.5, OptionalLong.empty()),
        Requests.heat(0.25),
        Optional.empty(),
        OptionalInt.of(300));
  }

  private static SessionContext session() {
    return new SessionContext(
        Optional.of("s-1"),
        Optional.of("s-0"),
        true,
        InputTrigger.TOOL_RESULT,
        new TreeMap<>(Map.of("x-agent", "planner")));
  }

  /** The picker declares nothing, and takes the worker that the session is on. */
  @Test
  @Tag("B06")
  void customPickerReadsSessionAndAffinityOfAnyRequest() {
    SelectionContext context = new SelectionContext();
    context.begin(request(), session(), 16, true);
    Picker sticky =
        Components.contextual(
            InputSet.NONE,
            (seen, rows) -> {
              assertThat(rows.size()).as("not narrowed").isEqualTo(3);
              assertThat(seen.session()).isEqualTo(session());
              assertThat(seen.session().agentHeaders()).containsEntry("x-agent", "planner");
              return affine(seen, rows);
            });

    int chosen =
        new PolicyRun()
            .run(
                WorkerSelectionPolicy.builder().picker(sticky).build(),
                Host.of(Rank.of(1), Rank.of(2), Rank.of(3)),
                context);

    assertThat(chosen).isEqualTo(1);
  }

  private static int affine(SelectionContext context, ScoredRows rows) {
    for (int row = 0; row < rows.size(); row++) {
      if (context.affinity().orElseThrow().includes(rows.worker(row))) {
        return row;
      }
    }
    return -1;
  }

  @Test
  void everyPartOfTheRequestIsThere() {
    SelectionContext context = new SelectionContext();
    context.begin(request(), session(), 16, true);

    assertThat(context.pin()).isEmpty();
    assertThat(context.promptTokens()).isEqualTo(65);
    assertThat(context.requestBlocks()).isEqualTo(5);
    assertThat(context.blockSize()).isEqualTo(16);
    assertThat(context.tracksPrefill()).isTrue();
    assertThat(context.affinity()).contains(TARGET);
    assertThat(context.expectedOutputTokens()).hasValue(300);
    assertThat(context.priorityJump()).isEqualTo(1.5);
    assertThat(context.strictPriority()).isEqualTo(7);
    assertThat(context.temperature()).hasValue(0.25);
  }

  @Test
  void requestThatSaysNothingHasAbsentPartsAndNoHeaders() {
    SelectionContext context = untracked(tokens(0));

    assertThat(context.tracksPrefill()).isFalse();
    assertThat(context.affinity()).isEmpty();
    assertThat(context.expectedOutputTokens()).isEmpty();
    assertThat(context.temperature()).isEmpty();
    assertThat(context.session().sessionId()).isEmpty();
    assertThat(context.session().parentSessionId()).isEmpty();
    assertThat(context.session().isFinal()).isFalse();
    assertThat(context.session().trigger()).isEqualTo(InputTrigger.OTHER);
    assertThat(context.session().agentHeaders()).isEmpty();
  }

  @Test
  void nextRequestReplacesAllOfTheOneBefore() {
    SelectionContext context = new SelectionContext();
    SelectionRequest preferring = Requests.preferring(request(), "fast", 1);
    context.begin(preferring, session(), 16, true);
    assertThat(context.hasPreferredTaints()).isTrue();

    context.begin(Requests.pinned(tokens(1), 9), SessionContext.none(), 8, false);

    assertThat(context.pin()).contains(new WorkerWithDpRank(9, 0));
    assertThat(context.hasPreferredTaints()).isFalse();
    assertThat(context.affinity()).isEmpty();
    assertThat(context.session()).isEqualTo(SessionContext.none());
    assertThat(context.blockSize()).isEqualTo(8);
    assertThat(context.tracksPrefill()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "16, 1", "17, 2", "2147483647, 134217728"})
  void lastBlockMayBePartial(int promptTokens, int blocks) {
    assertThat(context(tokens(promptTokens)).requestBlocks()).isEqualTo(blocks);
  }

  @Test
  void contextThatHasNotBegunAndABlockWithoutTokensAreRefused() {
    SelectionContext context = new SelectionContext();

    assertThatThrownBy(context::promptTokens).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> context.begin(tokens(1), SessionContext.none(), 0, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("block size");
  }

  @Test
  void headersAreCopied() {
    TreeMap<String, String> headers = new TreeMap<>(Map.of("a", "1"));
    SessionContext session =
        new SessionContext(
            Optional.empty(), Optional.empty(), false, InputTrigger.USER_MESSAGE, headers);

    headers.put("b", "2");

    assertThat(List.copyOf(session.agentHeaders().keySet())).containsExactly("a");
  }
}
