package kvproof.soak.field;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import kvproof.model.BlockHashes;
import kvproof.model.KvCacheEvent.Removed;
import kvproof.model.KvCacheEvent.Stored;
import kvproof.model.StorageTier;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.ReferenceRouter;
import kvproof.soak.field.SilentSource.World;
import org.junit.jupiter.api.Test;

/** Faults that FS-58 is there for, planted around the registry of event sources. */
class SilentSourceTest {

  @Test
  void listenerThatHearsNothingIsFoundOut() {
    assertThat(wrong(new World(_ -> _ -> {}, nanos -> nanos, _ -> {})))
        .containsExactly("mismatch gauge after the first event", "resident 1/0 after it");
  }

  /** Time that passes with events only: where none comes, none passes. */
  @Test
  void timeThatStandsStillIsFoundOut() {
    assertThat(wrong(new World(heard -> heard, _ -> 0, _ -> {})))
        .containsExactly(
            "mismatch gauge at 10100 ms",
            "log lines at 10100 ms",
            "mismatch gauge at 70100 ms",
            "log lines at 70100 ms");
  }

  /** As many lines as there ought to be, each a step too late. */
  @Test
  void linesAtOtherTimesAreFoundOut() {
    assertThat(wrong(new World(heard -> heard, nanos -> Math.max(0, nanos - 100_000_000), _ -> {})))
        .containsExactly("log lines at 10100 ms", "log lines at 70100 ms");
  }

  /** The counter of a rank begins when it registers. */
  @Test
  void zeroForAWorkerThatNeverSpokeIsFoundOut() {
    assertThat(wrong(new World(heard -> heard, nanos -> nanos, SilentSourceTest::startAtZero)))
        .containsExactly(
            "resident 1/0 at 9900 ms", "resident 1/0 at 10100 ms", "resident 1/0 at 70100 ms");
  }

  private static void startAtZero(ReferenceRouter router) {
    var rank = new WorkerWithDpRank(1, 0);
    BlockHashes block = BlockHashes.of(7);
    router.take(new Stored(rank, StorageTier.DEVICE, OptionalLong.empty(), block, block));
    router.take(new Removed(rank, StorageTier.DEVICE, block));
  }

  private static List<String> wrong(World world) {
    Questions questions = new Questions("test");
    SilentSource.ask(questions, world);
    return questions.checked().stream().filter(Checked::isWrong).map(Checked::question).toList();
  }
}
