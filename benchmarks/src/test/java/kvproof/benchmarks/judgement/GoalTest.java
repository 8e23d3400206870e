package kvproof.benchmarks.judgement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalDouble;
import kvproof.benchmarks.judgement.Goal.Direction;
import org.junit.jupiter.api.Test;

class GoalTest {
  @Test
  void boundItselfIsGoodFromBothSides() {
    assertThat(Goal.atLeast("x", 2, 2).judgement()).isEqualTo(Judgement.MET);
    assertThat(Goal.atLeast("x", 1.9, 2).judgement()).isEqualTo(Judgement.MISSED);
    assertThat(Goal.atMost("x", 2, 2).judgement()).isEqualTo(Judgement.MET);
    assertThat(Goal.atMost("x", 2.1, 2).judgement()).isEqualTo(Judgement.MISSED);
  }

  @Test
  void figureThatIsNoNumberMeetsNothing() {
    assertThat(Goal.atLeast("x", Double.NaN, 1).judgement()).isEqualTo(Judgement.MISSED);
    assertThat(Goal.atMost("x", Double.NaN, 1).judgement()).isEqualTo(Judgement.MISSED);
  }

  @Test
  void boundAndReasonExcludeEachOther() {
    assertThatThrownBy(() -> new Goal("x", 1, Direction.AT_MOST, OptionalDouble.of(2), "why"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Goal("x", 1, Direction.AT_MOST, OptionalDouble.empty(), ""))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
