package kvproof.router.selection;

import static kvproof.router.selection.Scene.hashes;
import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Admission;
import kvproof.model.PartitionKey;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulerSettings;
import kvproof.model.SelectionError.Conflict;
import kvproof.model.SelectionError.NotReady;
import kvproof.model.SelectionRequest;
import kvproof.router.membership.EventListeners.Listener;
import kvproof.router.membership.WorkerCatalog;
import kvproof.router.membership.WorkerDraft;
import kvproof.router.membership.WorkerState;
import kvproof.router.queue.Submission;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A catalog, a core and two partitions of it, as a host puts them together. */
class MembershipScenariosTest {
  private static final PartitionKey ONE = new PartitionKey("m", "one");
  private static final PartitionKey TWO = new PartitionKey("m", "two");

  private final SelectionCore core = new SelectionCore(warning -> {});
  private final Scene one = new Scene();
  private final Scene two = new Scene();
  private SchedulerSettings settings = Scene.settings();
  private final WorkerCatalog catalog =
      new WorkerCatalog(
          key -> PartitionSettings.of(key, settings).rules(false, false),
          stream -> noListener(),
          core::publish);

  private static Listener noListener() {
    throw new AssertionError("no events are listened to");
  }

  private void open() {
    one.partition = core.open(PartitionSettings.of(ONE, settings), one.policy, one);
    two.partition = core.open(PartitionSettings.of(TWO, settings), two.policy, two);
  }

  private static WorkerDraft worker(long id, PartitionKey key) {
    return WorkerDraft.of(id).partition(key).endpoint("tcp://run:" + id).blockSize(Scene.BLOCK);
  }

  private static WorkerDraft capable(WorkerDraft worker, long id) {
    return worker
        .workerType("decode")
        .sourceControlEndpoints(new TreeMap<>(Map.of(0, "tcp://w" + id + ":9000")));
  }

  private void submit(PartitionKey key, SelectionRequest request) {
    core.submit(key, Submission.of(request), key.equals(ONE) ? one : two);
  }

  private void book(PartitionKey key, String id) {
    submit(key, request(id, Admission.BOOK, 2));
  }

  @Test
  @Tag("I06")
  void anIncompleteWorkerIsListedAndSelectionsAreNotReady() {
    open();

    catalog.upsert(WorkerDraft.of(1).partition(ONE).blockSize(Scene.BLOCK).registration());
    book(ONE, "a");

    assertThat(catalog.worker(1).orElseThrow().state()).isEqualTo(WorkerState.INCOMPLETE);
    assertThat(one.error("a")).isEqualTo(new NotReady());
    catalog.upsert(worker(1, ONE).registration());
    book(ONE, "a");
    assertThat(one.rankOf("a")).isEqualTo(rank(1));
  }

  @Test
  @Tag("I07")
  void withoutABusyThresholdNoBatchSizeIsNeeded() {
    open();
    catalog.upsert(worker(1, ONE).registration());
    book(ONE, "a");
    assertThat(one.rankOf("a")).isEqualTo(rank(1));

    settings = Scene.settings(QueueProfile.synthetic(OptionalDouble.of(0.5), QueueOrder.FCFS));
    var queueing = new PartitionKey("m", "queueing");

    assertThat(catalog.upsert(worker(2, queueing).registration()).state())
        .isEqualTo(WorkerState.INCOMPLETE);
    assertThat(catalog.upsert(worker(2, queueing).maxBatchedTokens(100).registration()).state())
        .isEqualTo(WorkerState.SCHEDULABLE);
  }

  @Test
  @Tag("I08")
  void anIdIsReservedInAllPartitions() {
    open();
    catalog.upsert(worker(1, ONE).registration());
    catalog.upsert(worker(2, TWO).registration());

    book(ONE, "a");
    book(TWO, "a");
    assertThat(two.error("a")).isEqualTo(new Conflict("a"));
    book(ONE, "a");
    assertThat(one.error("a")).isEqualTo(new Conflict("a"));
    assertThat(core.isReserved("a")).isTrue();
    assertThat(core.completePrefill("a")).isTrue();
    assertThat(core.completePrefill("a")).isTrue();
    assertThat(core.free("a")).isTrue();
    assertThat(core.free("a")).isFalse();
    book(TWO, "a");

    assertThat(two.rankOf("a")).isEqualTo(rank(2));
    assertThat(one.load(1).activeRequests()).isZero();
  }

  @Test
  void aReservationInFlightIsNotFound() {
    settings = Scene.busyAtOnce();
    open();
    catalog.upsert(worker(1, ONE).maxBatchedTokens(1_000).registration());
    book(ONE, "active");
    book(ONE, "parked");

    assertThat(core.free("parked")).isFalse();
    assertThat(core.completePrefill("parked")).isFalse();
    assertThat(core.isReserved("parked")).isTrue();
    core.free("active");

    assertThat(one.isAnswered("parked")).isTrue();
    assertThat(core.free("parked")).isTrue();
  }

  @Test
  @Tag("I24")
  void aWorkerThatMovesIsDrainedInTheOldAndSchedulableInTheNew() {
    open();
    catalog.upsert(worker(1, ONE).registration());
    book(ONE, "a");
    book(TWO, "b");
    assertThat(two.error("b")).isEqualTo(new NotReady());

    catalog.upsert(worker(1, TWO).registration());

    assertThat(one.partition.state().ranks()).as("its bookings went with its slots").isEmpty();
    book(ONE, "c");
    assertThat(one.error("c")).isEqualTo(new NotReady());
    book(TWO, "d");
    assertThat(two.rankOf("d")).isEqualTo(rank(1));
  }

  @Test
  @Tag("R19")
  void aCapableWorkerOfAnotherGroupDoesNotCount() {
    open();
    catalog.upsert(worker(1, ONE).registration());
    catalog.upsert(worker(2, ONE).registration());
    catalog.upsert(capable(worker(3, TWO), 3).registration());
    one.device(1, 1, 2).device(3, 1, 2);

    submit(ONE, request("a", Admission.BOOK, 2).with(RequestConstraints.none().withPin(rank(2))));

    assertThat(one.hint("a")).isEmpty();
    assertThat(one.chosen("a").orElseThrow().source()).isEmpty();
    catalog.upsert(capable(worker(1, ONE), 1).registration());
    catalog.upsert(capable(worker(2, ONE), 2).registration());
    submit(ONE, request("b", Admission.BOOK, 2).with(RequestConstraints.none().withPin(rank(2))));
    assertThat(one.fetch("b").blockHashes()).isEqualTo(hashes(1, 2));
  }

  /**
   * Whether a request keeps candidates is decided as it arrives. So one arrives at each step, all
   * wait behind the same booking, and are chosen for and answered in the world of the last step, in
   * which everything else that a hint takes is there.
   */
  @Test
  @Tag("E10")
  void aPartitionIsHintCapableWhileAWorkerOfItHasAType() {
    settings = Scene.busyAtOnce();
    open();
    catalog.upsert(waitedFor().registration());
    one.device(7, 1, 2).device(9, 1, 2);
    waitFor1("active");

    catalog.upsert(capable(worker(9, TWO), 9).registration());
    waitFor1("other partition");
    catalog.upsert(capable(worker(7, ONE).maxBatchedTokens(1_000), 7).registration());
    catalog.upsert(capable(worker(8, ONE).maxBatchedTokens(1_000), 8).registration());
    waitFor1("set");
    catalog.delete(7);
    waitFor1("one deleted");
    catalog.delete(8);
    waitFor1("both deleted");
    catalog.upsert(capable(worker(7, ONE).maxBatchedTokens(1_000), 7).registration());
    waitFor1("re-added");
    catalog.upsert(capable(waitedFor(), 1).registration());
    List.of("active", "other partition", "set", "one deleted", "both deleted")
        .forEach(one::release);

    assertThat(one.hint("other partition")).isEmpty();
    assertThat(one.fetch("set").blockHashes()).isEqualTo(hashes(1, 2));
    assertThat(one.fetch("one deleted").blockHashes()).isEqualTo(hashes(1, 2));
    assertThat(one.hint("both deleted")).isEmpty();
    assertThat(one.fetch("re-added").blockHashes()).isEqualTo(hashes(1, 2));
  }

  private static WorkerDraft waitedFor() {
    return worker(1, ONE).maxBatchedTokens(1_000);
  }

  private void waitFor1(String id) {
    submit(ONE, request(id, Admission.BOOK, 2).with(RequestConstraints.none().withPin(rank(1))));
  }

  @Test
  void aPartitionOpenedLaterFindsItsWorkers() {
    catalog.upsert(worker(1, ONE).registration());
    open();

    book(ONE, "a");

    assertThat(one.rankOf("a")).isEqualTo(rank(1));
    assertThatThrownBy(() -> core.open(PartitionSettings.of(ONE, settings), one.policy, one))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("m/one");
  }

  @Test
  void anUnknownPartitionIsNotReady() {
    core.submit(PartitionKey.defaults(), Submission.of(request("a", Admission.BOOK, 2)), one);

    assertThat(one.error("a")).isEqualTo(new NotReady());
  }

  @Test
  void anAdapterNarrowsTheAllowList() {
    open();
    catalog.upsert(worker(1, ONE).registration());
    catalog.upsert(worker(2, ONE).registration());

    core.submit(
        ONE,
        "adapter",
        (adapter, universe) -> new TreeSet<>(List.of(2L)),
        Submission.of(request("a", Admission.BOOK, 2)),
        one);

    assertThat(one.rankOf("a")).isEqualTo(rank(2));
  }

  @Test
  void shutdownReachesEveryPartition() {
    settings = Scene.busyAtOnce();
    open();
    catalog.upsert(worker(1, ONE).maxBatchedTokens(1_000).registration());
    book(ONE, "active");
    book(ONE, "parked");

    core.advanceTo(Scene.SECOND);
    core.shutDown();

    assertThat(one.error("parked")).isNotNull();
    assertThat(one.clock.nowNanos()).isEqualTo(Scene.SECOND);
  }
}
