package kvproof.testkit;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import kvproof.model.Admission;
import kvproof.model.Case;
import kvproof.model.CaseStep;
import kvproof.model.KvCacheEvent;
import kvproof.model.SchedulingStep;
import kvproof.model.SchedulingStep.Configured;
import kvproof.model.SchedulingStep.Submitted;
import kvproof.model.SelectionRequest;
import kvproof.model.StreamState;
import org.junit.jupiter.api.Test;

class ScheduledHistoryTest {
  private static final List<Case> DRAWN =
      IntStream.range(0, 1_500)
          .mapToObj(i -> Cases.draw(Profile.FULL, SeededRandom.mix(0x5c4e, i)))
          .toList();

  @Test
  void schedulerIsConfiguredBeforeItIsToldAnythingElse() {
    assertThat(DRAWN)
        .allSatisfy(
            drawn ->
                assertThat(drawn.steps().stream().filter(SchedulingStep.class::isInstance))
                    .first()
                    .isInstanceOf(Configured.class));
  }

  @Test
  void everyStepOfASchedulerComesUpInAGoodShareOfCases() {
    for (Class<?> kind : SchedulingStep.class.getPermittedSubclasses()) {
      assertThat(share(drawn -> drawn.steps().stream().anyMatch(kind::isInstance)))
          .as(kind.getSimpleName())
          .isGreaterThan(0.2);
    }
  }

  @Test
  void eventsAndGapsComeBetweenRequests() {
    assertThat(share(drawn -> changesBetweenRequests(drawn, KvCacheEvent.class)))
        .isGreaterThan(0.6);
    assertThat(share(drawn -> changesBetweenRequests(drawn, StreamState.class))).isGreaterThan(0.1);
  }

  private static boolean changesBetweenRequests(Case drawn, Class<? extends CaseStep> kind) {
    List<CaseStep> steps = drawn.steps();
    boolean isSubmitted = false;
    boolean isChanged = false;
    for (CaseStep step : steps) {
      if (step instanceof Submitted && isChanged) {
        return true;
      }
      isSubmitted |= step instanceof Submitted;
      isChanged |= isSubmitted && kind.isInstance(step);
    }
    return false;
  }

  @Test
  void requestsNeverHaveMoreBlocksThanTokens() {
    for (Case drawn : DRAWN) {
      int blockSize = 1;
      for (CaseStep step : drawn.steps()) {
        if (step instanceof Configured(var settings)) {
          blockSize = settings.blockSize();
        } else if (step instanceof Submitted(var request)) {
          assertThat(request.localHashes().size())
              .isLessThanOrEqualTo(request.promptTokens() / blockSize);
        }
      }
    }
  }

  @Test
  void everyWishComesUp() {
    List<SelectionRequest> requests =
        DRAWN.stream()
            .flatMap(drawn -> drawn.steps().stream())
            .filter(Submitted.class::isInstance)
            .map(step -> ((Submitted) step).request())
            .toList();

    assertThat(
            requests.stream()
                .map(SelectionRequest::admission)
                .collect(toCollection(() -> EnumSet.noneOf(Admission.class))))
        .containsExactly(Admission.values());
    assertThat(requests)
        .anyMatch(request -> request.constraints().pin().isPresent())
        .anyMatch(request -> request.constraints().allowedWorkers().isPresent())
        .anyMatch(request -> request.constraints().affinity().isPresent())
        .anyMatch(request -> !request.constraints().requiredTaints().isEmpty())
        .anyMatch(request -> !request.constraints().preferredTaints().isEmpty())
        .anyMatch(request -> request.wishes().deadlineNanos().isPresent())
        .anyMatch(request -> request.wishes().strictPriority() < 0)
        .anyMatch(request -> request.wishes().priorityJump() < 0)
        .anyMatch(request -> request.override().trackPrefill().isPresent())
        .anyMatch(request -> request.sharedHits().isPresent())
        .anyMatch(request -> request.sequenceHashes().isEmpty() && !request.localHashes().isEmpty())
        .anyMatch(request -> request.promptTokens() == 0)
        .anyMatch(request -> !request.override().assumeReuse().orElse(true));
  }

  @Test
  void someIdsComeTwice() {
    assertThat(share(ScheduledHistoryTest::namesAnIdTwice)).isBetween(0.1, 0.9);
  }

  private static boolean namesAnIdTwice(Case drawn) {
    Set<String> seen = new TreeSet<>();
    return drawn.steps().stream()
        .anyMatch(step -> step instanceof Submitted(var request) && !seen.add(request.id()));
  }

  private static double share(Predicate<Case> isSuch) {
    return (double) DRAWN.stream().filter(isSuch).count() / DRAWN.size();
  }
}
