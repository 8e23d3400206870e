package kvproof.soak.dataplane.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class MemoryNeedTest {
  private static List<FetchPlan> plans(int blockBytes, int blocks) {
    FetchOptions defaults = FetchOptions.defaults();
    return new FetchPlanner(
            new FetchOptions(
                2,
                1,
                1,
                2,
                OptionalInt.of(blockBytes),
                OptionalInt.of(blocks),
                List.of("part"),
                List.of(),
                defaults.timeout(),
                OptionalInt.empty()))
        .plans();
  }

  /** Two blocks more than the prompt has, on two tiers, for target, two sources and a spare. */
  @Test
  void isOfAllSlotsInAllProcesses() {
    MemoryNeed need = MemoryNeed.mostOf(plans(1 << 20, 62));

    assertThat(need.bytes()).isEqualTo(64L * (1 << 20) * 2 * 4);
    assertThat(need.isToBeHad()).isTrue();
    assertThat(need)
        .hasToString("case 1 needs 512 MiB, for 64 blocks of 1 MiB on 2 tiers of 4 processes");
  }

  @Test
  void theLimitItselfIsToBeHadAndOneBlockMoreIsNot() {
    assertThat(MemoryNeed.mostOf(plans(1 << 20, 510)).isToBeHad()).isTrue();
    assertThat(MemoryNeed.mostOf(plans(1 << 20, 511)).isToBeHad()).isFalse();
  }

  @Test
  void everyCaseWithoutOptionsIsToBeHad() {
    assertThat(MemoryNeed.mostOf(new FetchPlanner(FetchOptions.defaults()).plans()).isToBeHad())
        .isTrue();
  }

  @Test
  void ofNoCasesThereIsNone() {
    assertThatIllegalArgumentException().isThrownBy(() -> MemoryNeed.mostOf(List.of()));
  }
}
