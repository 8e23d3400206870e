package kvproof.gpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllStepsTest {
  private final AllSteps steps = new AllSteps();
  private final List<Integer> taken = new ArrayList<>();

  private void fail(int number) {
    taken.add(number);
    if (number == 2) {
      throw new AssertionError("two");
    }
    throw new IllegalStateException("not two: " + number);
  }

  @Test
  void everyStepIsTakenAndTheFirstFailureIsThrownWithTheOthers() {
    steps.take(() -> fail(1));
    steps.takeEach(List.of(2, 3), this::fail);
    steps.take(() -> taken.add(4));

    assertThatThrownBy(steps::end)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("not two: 1")
        .satisfies(
            first ->
                assertThat(first.getSuppressed())
                    .extracting(Throwable::getMessage)
                    .containsExactly("two", "not two: 3"));
    assertThat(taken).containsExactly(1, 2, 3, 4);
  }

  @Test
  void nothingIsThrownIfAllWentWell() {
    List<Integer> elements = new ArrayList<>(List.of(1, 2));
    steps.takeEach(elements, element -> elements.remove(element));

    assertThatCode(steps::end).doesNotThrowAnyException();
    assertThat(elements).isEmpty();
  }
}
