package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import kvproof.model.PartitionKey;
import org.junit.jupiter.api.Test;

class DataParallelGroupsTest {
  private final WorkerCatalog catalog =
      new WorkerCatalog(
          key -> PartitionRules.plain(16), new RecordingListeners(what -> {}), partition -> {});

  private static WorkerDraft instance(long workerId, int startRank, int rankCount) {
    return WorkerDraft.of(workerId)
        .endpoint("http://w" + workerId)
        .blockSize(16)
        .dataParallelGroup("engine")
        .startRank(startRank)
        .rankCount(rankCount);
  }

  private void register(WorkerDraft draft) {
    catalog.upsert(draft.registration());
  }

  private void assertRefused(WorkerDraft draft, String text) {
    PublishedPartition before = catalog.published(PartitionKey.defaults());
    var workers = catalog.workers();

    assertThatThrownBy(() -> register(draft))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text);

    assertThat(catalog.published(PartitionKey.defaults())).isSameAs(before);
    assertThat(catalog.workers()).isEqualTo(workers);
  }

  @Test
  void fs69OverlapIsRefusedWithBothRangesAndChangesNothing() {
    register(instance(1, 0, 8));
    register(instance(2, 8, 8));

    assertRefused(
        instance(2, 0, 8),
        "worker 2 has dp ranks 0 to 7, which overlap dp ranks 0 to 7 of worker 1 in data-parallel"
            + " group engine");
    assertRefused(instance(3, 15, 2), "dp ranks 15 to 16, which overlap dp ranks 8 to 15 of");
    assertRefused(instance(3, 4, 6), "worker 1");
  }

  @Test
  void rangesThatTouchDoNotOverlap() {
    register(instance(1, 0, 8));
    register(instance(3, 16, 8));
    register(instance(2, 8, 8));
    register(instance(4, 4, 0));
    register(instance(5, -9, 8));

    assertThat(catalog.workers()).hasSize(5);
    assertRefused(instance(6, -2, 1), "dp ranks 4294967294 to 4294967294");
  }

  @Test
  void sameRanksAreFreeForOthers() {
    register(instance(1, 0, 8));

    register(instance(2, 0, 8).dataParallelGroup("other engine"));
    register(instance(3, 0, 8).dataParallelGroup(""));
    register(instance(4, 0, 8).partition(new PartitionKey("other", "default")));

    assertThat(catalog.workers()).hasSize(4);
  }

  @Test
  void instanceIsNotInItsOwnWay() {
    register(instance(1, 0, 8));
    register(instance(1, 4, 8));

    catalog.patch(1, draft -> draft.rankCount(4));

    assertThat(catalog.worker(1).orElseThrow().registration().ranks())
        .isEqualTo(new RankRange(4, 4));
  }

  @Test
  void ranksOfAnInstanceThatLeftAreFree() {
    register(instance(1, 0, 8));
    catalog.delete(1);

    register(instance(2, 0, 8));

    assertThat(catalog.workers()).containsOnlyKeys(2L);
  }

  @Test
  void snapshotWithAnOverlapFailsForTheLaterWorkerAlone() {
    MembershipReconciler reconciler = new MembershipReconciler(catalog);

    var outcome =
        reconciler.reconcile(
            List.of(instance(1, 0, 8).registration(), instance(2, 7, 8).registration()), 0);

    assertThat(outcome.failures()).containsOnlyKeys(2L);
    assertThat(catalog.workers()).containsOnlyKeys(1L);
  }
}
