package kvproof.benchmarks.selection;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import kvproof.model.KvCacheEvent;
import kvproof.router.ReferenceRouter;
import org.junit.jupiter.api.Test;

class ResidentWriteTrialTest {
  private static final List<KvCacheEvent> EVENTS = ResidentWriteTrial.storesThenClears();

  private static ReferenceRouter stored(boolean tracks, int stores) {
    var router = new ReferenceRouter();
    if (tracks) {
      router.trackResidentBlocks();
    }
    EVENTS.subList(0, stores).forEach(router::apply);
    return router;
  }

  @Test
  void countersSayWhatWasStored() {
    ResidentWriteTrial.requireCounts(stored(true, 128 * 400), true, 400);
    ResidentWriteTrial.requireCounts(stored(false, 128 * 400), false, 400);
  }

  @Test
  void runThatKeepsNoCountsIsNotATrackedOne() {
    assertThatThrownBy(() -> ResidentWriteTrial.requireCounts(stored(false, 128 * 400), true, 400))
        .hasMessageContaining("the counter of worker 0 is OptionalLong.empty");
  }

  @Test
  void runThatKeepsCountsIsNotAnUntrackedOne() {
    assertThatThrownBy(() -> ResidentWriteTrial.requireCounts(stored(true, 128 * 400), false, 400))
        .hasMessageContaining("the counter of worker 0 is OptionalLong[400]");
  }

  @Test
  void storeThatIsNotCountedIsNoticed() {
    assertThatThrownBy(
            () -> ResidentWriteTrial.requireCounts(stored(true, 128 * 400 - 1), true, 400))
        .hasMessageContaining("the counter of worker 127 is OptionalLong[399]");
  }
}
