package kvproof.gpu.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Classes that pass, fail or are skipped, run within this one. */
class SuiteRunTest {
  static class Passes {
    @Test
    void passes() {}
  }

  static class Fails {
    @Test
    void fails() {
      throw new AssertionError("as it should");
    }
  }

  static class Skips {
    @Test
    void passes() {}

    @Test
    void skips() {
      Assumptions.abort("no GPU: none");
    }
  }

  static class SkipsAll {
    @Test
    void skips() {
      Assumptions.abort("no GPU: none");
    }
  }

  private static boolean run(Class<?> suite, int leastPassed) {
    return new SuiteRun().run(List.of(suite.getName()), leastPassed);
  }

  @Test
  void failureIsRed() {
    assertThat(run(Passes.class, 0)).isTrue();
    assertThat(run(Fails.class, 0)).isFalse();
  }

  @Test
  void whatIsSkippedWithAReasonIsNotRed() {
    assertThat(run(Skips.class, 0)).isTrue();
    assertThat(run(SkipsAll.class, 0)).isTrue();
  }

  @Test
  void fewerThanMustPassAreRed() {
    assertThat(run(Skips.class, 1)).isTrue();
    assertThat(run(Skips.class, 2)).isFalse();
    assertThat(run(SkipsAll.class, 1)).isFalse();
  }
}
