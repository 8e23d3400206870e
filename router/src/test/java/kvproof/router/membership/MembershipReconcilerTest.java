package kvproof.router.membership;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import kvproof.model.PartitionKey;
import kvproof.model.SchedulableWorker;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MembershipReconcilerTest {
  private static final PartitionKey HOME = PartitionKey.defaults();
  private static final PartitionKey OTHER = new PartitionKey("other", "default");
  private static final long SECOND = 1_000_000_000L;

  private final List<String> log = new ArrayList<>();
  private final RecordingListeners listeners = new RecordingListeners(log::add);
  private final WorkerCatalog catalog =
      new WorkerCatalog(key -> new PartitionRules(16, false, false, true), listeners, this::noted);
  private final MembershipReconciler reconciler = new MembershipReconciler(catalog);

  private void noted(PublishedPartition partition) {
    log.add(
        "publish "
            + partition.key().modelName()
            + partition.members().stream().map(SchedulableWorker::workerId).toList());
  }

  private static WorkerRegistration worker(long workerId, PartitionKey key) {
    return WorkerDraft.of(workerId)
        .partition(key)
        .endpoint("http://w" + workerId)
        .blockSize(16)
        .eventEndpoint("tcp://w" + workerId)
        .registration();
  }

  private static List<WorkerRegistration> workers(long... workerIds) {
    return Arrays.stream(workerIds).mapToObj(id -> worker(id, HOME)).toList();
  }

  private List<Long> schedulable() {
    return catalog.published(HOME).members().stream().map(SchedulableWorker::workerId).toList();
  }

  @Test
  @Tag("I22")
  void duplicateIdsAreRefusedBeforeAnyChange() {
    reconciler.reconcile(workers(7), 0);
    log.clear();

    assertThatThrownBy(
            () ->
                reconciler.reconcile(
                    List.of(worker(1, HOME), worker(-1, HOME), worker(-1, OTHER)), SECOND))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("worker 18446744073709551615 is in the membership snapshot twice");

    assertThat(catalog.workers()).containsOnlyKeys(7L);
    assertThat(schedulable()).containsExactly(7L);
    assertThat(log).isEmpty();
  }

  @Test
  void firstSnapshotPublishesOncePerPartition() {
    reconciler.reconcile(
        Stream.concat(workers(7, 8, 9).stream(), Stream.of(worker(1, OTHER))).toList(), 0);

    assertThat(log)
        .containsExactly(
            "open 1/0",
            "open 7/0",
            "open 8/0",
            "open 9/0",
            "publish default[7, 8, 9]",
            "publish other[1]");
  }

  /** Nobody ever sees the workers of before beside those of the snapshot. */
  @Test
  void firstSnapshotThatDeletesPublishesOnceToo() {
    workers(1, 2, 3).forEach(catalog::upsert);
    log.clear();

    reconciler.reconcile(workers(4), 0);

    assertThat(log)
        .containsExactly("open 4/0", "publish default[4]", "close 1/0", "close 2/0", "close 3/0");
    assertThat(catalog.published(HOME).version()).isEqualTo(3 + 1);
    assertThat(catalog.workers()).containsOnlyKeys(4L);
  }

  @Test
  void catalogBecomesWhatTheSnapshotSays() {
    reconciler.reconcile(workers(7, 8), 0);
    log.clear();

    MembershipReconciler.Outcome outcome = reconciler.reconcile(workers(8, 9), SECOND);

    assertThat(outcome.failures()).isEmpty();
    assertThat(reconciler.retryNanos()).isEmpty();
    assertThat(schedulable()).containsExactly(8L, 9L);
    assertThat(log).containsExactly("open 9/0", "publish default[8, 9]", "close 7/0");
  }

  @Test
  void unchangedRecordsAreSkipped() {
    reconciler.reconcile(workers(7, 8), 0);
    listeners.failFor(stream -> true);
    log.clear();

    assertThat(reconciler.reconcile(workers(7, 8), SECOND).failures()).isEmpty();

    assertThat(log).isEmpty();
  }

  @Test
  void lostListenerIsAChange() {
    reconciler.reconcile(workers(7), 0);
    listeners.loseAll();

    reconciler.reconcile(workers(7), SECOND);

    assertThat(listeners.open()).hasSize(1);
  }

  @Test
  @Tag("I23")
  void failureKeepsNobodyElseAndIsTriedAgain() {
    reconciler.reconcile(workers(7), 0);
    listeners.failFor(stream -> stream.rank().workerId() == 8);

    MembershipReconciler.Outcome outcome = reconciler.reconcile(workers(8, 9), SECOND);

    assertThat(outcome.failures()).hasSize(1).containsEntry(8L, "cannot listen to tcp://w8");
    assertThat(catalog.workers()).containsOnlyKeys(9L);
    assertThat(reconciler.retryNanos()).hasValue(6 * SECOND);
    listeners.failFor(stream -> false);
    reconciler.retry(6 * SECOND - 1);
    assertThat(schedulable()).containsExactly(9L);
    reconciler.retry(6 * SECOND);
    assertThat(schedulable()).containsExactly(8L, 9L);
    assertThat(reconciler.retryNanos()).isEmpty();
  }

  @Test
  @Tag("I23")
  void newerSnapshotReplacesTheOneThatWaits() {
    listeners.failFor(stream -> stream.rank().workerId() == 8);
    reconciler.reconcile(workers(8), 0);
    assertThat(reconciler.retryNanos()).hasValue(5 * SECOND);

    reconciler.reconcile(workers(9), SECOND);

    assertThat(reconciler.retryNanos()).isEmpty();
    listeners.failFor(stream -> false);
    reconciler.retry(100 * SECOND);
    assertThat(schedulable()).containsExactly(9L);
  }

  @Test
  void failedRetryIsTriedAgain() {
    listeners.failFor(stream -> true);
    reconciler.reconcile(workers(8), 0);

    assertThat(reconciler.retry(5 * SECOND).failures()).containsOnlyKeys(8L);

    assertThat(reconciler.retryNanos()).hasValue(10 * SECOND);
  }

  @Test
  void workerThatMovesIsNeverInTwoPartitions() {
    reconciler.reconcile(workers(7, 8), 0);
    log.clear();

    reconciler.reconcile(List.of(worker(7, OTHER), worker(8, HOME)), SECOND);

    assertThat(log)
        .containsExactly("publish default[8]", "close 7/0", "open 7/0", "publish other[7]");
  }
}
