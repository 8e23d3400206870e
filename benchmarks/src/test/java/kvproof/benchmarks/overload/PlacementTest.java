package kvproof.benchmarks.overload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.BitSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final BitSet WANTED = CpuPlan.only(1);

  private static Placement placement(int threads, Supplier<BitSet> actual) {
    return new Placement(threads, _ -> true, actual);
  }

  private static CompletableFuture<Boolean> taking(Placement placement, String name) {
    return CompletableFuture.supplyAsync(
        () -> placement.take(name, WANTED), Thread::startVirtualThread);
  }

  @Test
  void nobodyStartsBeforeAllHaveSaidWhereTheyAre() throws Exception {
    Placement placement = placement(2, () -> WANTED);
    CompletableFuture<Boolean> one = taking(placement, "one");
    CompletableFuture<Boolean> two = taking(placement, "two");

    assertThat(placement.requireAll()).containsExactly("one on 1", "two on 1");
    assertThat(one).isNotDone();
    placement.start();

    assertThat(one.get(30, TimeUnit.SECONDS)).isTrue();
    assertThat(two.get(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void threadThatIsElsewhereAbortsTheTrialForAll() throws Exception {
    Placement placement = placement(1, () -> CpuPlan.only(0));
    CompletableFuture<Boolean> one = taking(placement, "lane 00");

    assertThatThrownBy(placement::requireAll)
        .hasMessageContaining("aborted")
        .hasMessageContaining("lane 00 is on 0, wanted 1");
    assertThat(one.get(30, TimeUnit.SECONDS)).isFalse();
  }

  @Test
  void threadThatCannotBePutThereAbortsToo() {
    Placement placement = new Placement(1, _ -> false, () -> WANTED);
    taking(placement, "reader");

    assertThatThrownBy(placement::requireAll).hasMessageContaining("reader is on 1");
  }
}
