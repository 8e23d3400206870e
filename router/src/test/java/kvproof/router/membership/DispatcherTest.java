package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import kvproof.model.WorkerWithDpRank;
import kvproof.router.membership.RankRefusal.DpRankUnavailable;
import kvproof.router.membership.RankRefusal.Unavailable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DispatcherTest {
  private final List<String> sent = new ArrayList<>();
  private final WorkerCatalog catalog =
      new WorkerCatalog(
          key -> PartitionRules.plain(16), new RecordingListeners(what -> {}), partition -> {});
  private final Dispatcher dispatcher =
      new Dispatcher(
          catalog, (endpoint, rank, request) -> sent.add(request + " " + rank + " " + endpoint));

  private static WorkerDraft instance(long workerId, int startRank) {
    return WorkerDraft.of(workerId)
        .endpoint("http://w" + workerId)
        .blockSize(16)
        .dataParallelGroup("engine")
        .startRank(startRank)
        .rankCount(8);
  }

  @BeforeEach
  void register() {
    catalog.upsert(instance(1, 0).registration());
    catalog.upsert(instance(2, 8).registration());
  }

  @Test
  void fs69RankOutsideItsInstanceIsRefusedBeforeSending() {
    for (int dpRank : new int[] {3, 7, 16, -1}) {
      assertThat(dispatcher.dispatch(new WorkerWithDpRank(2, dpRank), "r"))
          .contains(new DpRankUnavailable(8, 16));
    }

    assertThat(sent).isEmpty();
  }

  @Test
  void rankOfItsInstanceIsSentOnce() {
    assertThat(dispatcher.dispatch(new WorkerWithDpRank(2, 8), "first")).isEmpty();
    assertThat(dispatcher.dispatch(new WorkerWithDpRank(2, 15), "last")).isEmpty();

    assertThat(sent).containsExactly("first 2/8 http://w2", "last 2/15 http://w2");
  }

  /** The instance was started anew with other ranks after the decision. */
  @Test
  void whatIsRegisteredNowCounts() {
    catalog.upsert(instance(2, 16).registration());

    assertThat(dispatcher.dispatch(new WorkerWithDpRank(2, 8), "r"))
        .contains(new DpRankUnavailable(16, 24));
  }

  @Test
  void workerThatIsGoneOrIncompleteGetsNothing() {
    catalog.delete(1);
    catalog.patch(2, draft -> draft.endpoint(""));

    assertThat(dispatcher.dispatch(new WorkerWithDpRank(1, 0), "r")).contains(new Unavailable());
    assertThat(dispatcher.dispatch(new WorkerWithDpRank(2, 8), "r")).contains(new Unavailable());
    assertThat(dispatcher.dispatch(new WorkerWithDpRank(3, 0), "r")).contains(new Unavailable());
    assertThat(sent).isEmpty();
  }

  @Test
  void failureOfTheSenderIsTheCallers() {
    Dispatcher broken =
        new Dispatcher(
            catalog,
            (endpoint, rank, request) -> {
              throw new IllegalStateException("no way to " + endpoint);
            });

    assertThatThrownBy(() -> broken.dispatch(new WorkerWithDpRank(1, 0), "r"))
        .hasMessage("no way to http://w1");
  }
}
