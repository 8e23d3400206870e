package kvproof.router.selection;

import static kvproof.router.selection.Scene.SECOND;
import static kvproof.router.selection.Scene.busyAtOnce;
import static kvproof.router.selection.Scene.profile;
import static kvproof.router.selection.Scene.queueClass;
import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.request;
import static kvproof.router.selection.Scene.settings;
import static kvproof.router.selection.Scene.withRequestLimit;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import kvproof.model.Admission;
import kvproof.model.BlockHashes;
import kvproof.model.CostWeights;
import kvproof.model.QueueClass;
import kvproof.model.QueueOrder;
import kvproof.model.QueueProfile;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.RequestOverride;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulerSettings;
import kvproof.model.SelectionError.AllEligibleWorkersOverloaded;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.model.SelectionError.LimitKind;
import kvproof.model.SelectionError.NoEndpoints;
import kvproof.model.SelectionError.PinnedWorkerNotAllowed;
import kvproof.model.SelectionError.QueueRejected;
import kvproof.model.SelectionRequest;
import kvproof.model.WorkerHealth;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AdmissionScenariosTest {

  private static SortedSet<Long> ids(long... workerIds) {
    SortedSet<Long> ids = new TreeSet<>();
    Arrays.stream(workerIds).forEach(ids::add);
    return ids;
  }

  private static SelectionRequest booking(String id, int blocks, QueueWishes wishes) {
    return request(id, Admission.BOOK, blocks).with(wishes);
  }

  private static QueueWishes due(long deadlineNanos) {
    return new QueueWishes("", 0, 0, OptionalLong.of(deadlineNanos));
  }

  private static QueueWishes inClass(String name) {
    return new QueueWishes(name, 0, 0, OptionalLong.empty());
  }

  private static SelectionRequest pinned(String id, long workerId, int blocks) {
    return request(id, Admission.BOOK, blocks)
        .with(RequestConstraints.none().withPin(rank(workerId)));
  }

  private static SelectionRequest allowed(String id, int blocks, long... workerIds) {
    return request(id, Admission.BOOK, blocks)
        .with(RequestConstraints.none().withAllowedWorkers(ids(workerIds)));
  }

  private static WorkerHealth available(long... workerIds) {
    return new WorkerHealth(Optional.of(ids(workerIds)), new TreeSet<>());
  }

  private static WorkerHealth overloaded(long... workerIds) {
    return new WorkerHealth(Optional.empty(), ids(workerIds));
  }

  @Test
  @Tag("G01")
  void deadlineBeforeTheArrivalIsExceeded() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.advanceTo(5 * SECOND);

    scene.submit(booking("late", 2, due(3 * SECOND)));

    assertThat(scene.error("late")).isEqualTo(new DeadlineExceeded());
    assertThat(scene.counters("default").received()).isEqualTo(1);
    assertThat(scene.counters("default").deadlineRejected()).isEqualTo(1);
    assertThat(scene.counters("default").pendingRequests()).isZero();
    assertThat(scene.claims.isLive("late")).isFalse();
  }

  @Test
  @Tag("G02")
  void theTimerRefusesAParkedRequestAtItsDeadline() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.book("active", 2);
    scene.submit(booking("due", 2, due(5 * SECOND)));

    assertThat(scene.advanceTo(5 * SECOND - 1)).isEmpty();
    assertThat(scene.counters("default").pendingRequests()).isEqualTo(1);
    assertThat(scene.advanceTo(5 * SECOND)).hasSize(1);

    assertThat(scene.error("due")).isEqualTo(new DeadlineExceeded());
    assertThat(scene.counters("default").pendingRequests()).isZero();
    assertThat(scene.counters("default").deadlineRejected()).isEqualTo(1);
  }

  @Test
  @Tag("G05")
  void oneIsAdmittedForEachThatIsFreed() {
    Scene scene =
        Scene.open(settings(profile(withRequestLimit(queueClass("default", 0), 5)))).workers(1);
    scene.book("a", 2);
    scene.book("b", 2);
    scene.book("c", 2);

    assertThat(scene.release("a")).extracting(made -> made.requestId()).containsOnly("b");
    assertThat(scene.isAnswered("c")).isFalse();
    assertThat(scene.release("b")).extracting(made -> made.requestId()).containsOnly("c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"requests", "tokens"})
  @Tag("G06")
  void aClassThatNeverQueuesAdmitsOrRefuses(String limit) {
    QueueClass base = queueClass("default", 0);
    boolean ofRequests = limit.equals("requests");
    Scene scene =
        Scene.open(
                settings(
                    profile(
                        new QueueClass(
                            base.name(),
                            base.cell(),
                            base.order(),
                            base.quantum(),
                            base.busyTokens(),
                            base.busyFraction(),
                            ofRequests ? OptionalLong.of(0) : OptionalLong.empty(),
                            ofRequests ? OptionalLong.empty() : OptionalLong.of(0),
                            OptionalLong.empty()))))
            .workers(1);

    scene.book("idle", 2);
    scene.book("busy", 2);

    assertThat(scene.isAnswered("idle")).isTrue();
    LimitKind kind = ofRequests ? LimitKind.REQUESTS : LimitKind.RAW_ISL_TOKENS;
    assertThat(scene.error("busy")).isEqualTo(new QueueRejected("default", kind, 0, 0));
    assertThat(scene.counters("default").pendingRequests()).isZero();
    assertThat(scene.counters("default").received()).isEqualTo(2);
  }

  @Test
  @Tag("G07")
  void withoutWorkersThereAreNoEndpoints() {
    Scene scene = Scene.open(settings(profile(withRequestLimit(queueClass("default", 0), 4))));

    scene.book("a", 2);

    assertThat(scene.error("a")).isEqualTo(new NoEndpoints());
    assertThat(scene.counters("default").received()).isEqualTo(1);
  }

  @Test
  @Tag("G10")
  void twoAtOnceGoToTwoIdleWorkers() {
    Scene scene = Scene.open(busyAtOnce()).workers(1, 2);
    scene.partition.holdAnswers(true);

    scene.book("a", 2);
    scene.book("b", 2);

    assertThat(List.of(scene.rankOf("a"), scene.rankOf("b")))
        .containsExactlyInAnyOrder(rank(1), rank(2));
  }

  @Test
  @Tag("G12")
  void eachClassHasItsOwnThreshold() {
    Scene scene =
        Scene.open(settings(profile(queueClass("zero", 0), queueClass("high", 1_024)))).workers(1);
    scene.submit(booking("active", 4, inClass("high")));
    assertThat(scene.load(1).activePrefillTokens()).isEqualTo(64);

    scene.submit(booking("zero", 1, inClass("zero")));
    scene.submit(booking("high", 1, inClass("high")));

    assertThat(scene.isAnswered("zero")).isFalse();
    assertThat(scene.counters("zero").pendingRequests()).isEqualTo(1);
    assertThat(scene.isAnswered("high")).isTrue();
  }

  @Test
  @Tag("G13")
  void anArrivalOfAnotherClassFindsTheWorkerThatWasSilentlyFreed() {
    Scene scene =
        Scene.open(settings(profile(queueClass("one", 0), queueClass("other", 1_024)))).workers(1);
    scene.submit(booking("active", 2, inClass("other")));
    scene.submit(booking("parked", 2, inClass("one")));
    scene.sequences.free("active", 0);
    assertThat(scene.isAnswered("parked")).isFalse();

    scene.submit(booking("arrival", 2, inClass("other")));

    assertThat(scene.isAnswered("parked")).isTrue();
    assertThat(scene.isAnswered("arrival")).isTrue();
  }

  @Test
  @Tag("G15")
  void aFullClassRejectsByName() {
    Scene scene =
        Scene.open(settings(profile(withRequestLimit(queueClass("bulk", 0), 1)))).workers(1);
    scene.book("active", 2);
    scene.book("parked", 2);
    scene.book("third", 2);

    assertThat(scene.error("third")).isEqualTo(new QueueRejected("bulk", LimitKind.REQUESTS, 1, 1));
    assertThat(scene.counters("bulk").received()).isEqualTo(3);
    assertThat(scene.counters("bulk").pendingRequests()).isEqualTo(1);
  }

  @Test
  @Tag("G16")
  void limitsFollowTheWorkersAndNothingIsEvicted() {
    Scene scene =
        Scene.open(settings(profile(withRequestLimit(queueClass("default", 0), 1)))).workers(1);
    scene.book("active", 2);
    scene.book("head", 2);

    scene.workers(1, 2);
    assertThat(scene.rankOf("head")).isEqualTo(rank(2));
    scene.book("waits", 2);
    scene.workers(1);
    scene.book("later", 2);

    assertThat(scene.error("later"))
        .isEqualTo(new QueueRejected("default", LimitKind.REQUESTS, 1, 1));
    assertThat(scene.counters("default").pendingRequests()).isEqualTo(1);
    scene.release("active");
    assertThat(scene.rankOf("waits")).isEqualTo(rank(1));
  }

  @Test
  @Tag("G17")
  void modelledLoadDecaysUntilAParkedRequestGoes() {
    QueueProfile half = QueueProfile.synthetic(OptionalDouble.of(0.5), QueueOrder.FCFS);
    Scene scene =
        Scene.open(
            new SchedulerSettings(
                Scene.BLOCK,
                true,
                CostWeights.defaults(),
                0,
                true,
                half,
                OptionalLong.empty(),
                OptionalLong.empty(),
                OptionalLong.of(SECOND / 10),
                1));
    scene.workers(List.of(new SchedulableWorker(1, 0, 1, OptionalLong.of(100), new TreeSet<>())));
    scene.submit(SelectionRequest.of("active", Admission.BOOK, Scene.blocks(1, 6), 100));
    scene.submit(SelectionRequest.of("parked", Admission.BOOK, Scene.blocks(1, 6), 100));

    assertThat(scene.advanceTo(4_900_000_000L)).isEmpty();
    scene.advanceTo(6 * SECOND);

    assertThat(scene.isAnswered("parked")).isTrue();
  }

  @Test
  @Tag("G18")
  void theOnlyWorkerIsOverloaded() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.partition.replaceHealth(overloaded(1));

    scene.book("a", 2);

    assertThat(scene.error("a")).isEqualTo(new AllEligibleWorkersOverloaded());
  }

  @Test
  @Tag("G19")
  void onlyAvailableWorkersAreChosen() {
    Scene scene = Scene.open(busyAtOnce()).workers(0, 1);
    scene.partition.replaceHealth(available(1));

    scene.book("unpinned", 2);
    scene.submit(pinned("pinned", 0, 2));

    assertThat(scene.rankOf("unpinned")).isEqualTo(rank(1));
    assertThat(scene.error("pinned")).isEqualTo(new NoEndpoints());
  }

  @Test
  @Tag("G20")
  void queueInputsGoByAvailableWorkers() {
    QueueClass base = queueClass("default", 0);
    QueueClass rich =
        new QueueClass(
            base.name(),
            base.cell(),
            base.order(),
            1_000,
            base.busyTokens(),
            base.busyFraction(),
            base.requestLimit(),
            base.tokenLimit(),
            base.cachedTokenLimit());
    Scene scene =
        Scene.open(settings(profile(rich))).workers(0, 1).device(0, 1, 14).device(1, 1, 2);
    scene.partition.replaceHealth(available(1));
    scene.book("active", 16);

    scene.book("parked", 16);
    assertThat(scene.counters("default").pendingTokens()).isEqualTo(256);
    assertThat(scene.counters("default").pendingCachedTokens()).isEqualTo(32);
    scene.book("behind", 16);
    scene.release("active");

    assertThat(scene.isAnswered("parked")).isTrue();
    assertThat(scene.partition.queue().deficit(0)).isEqualTo(1_000 - 224);
    scene.submit(pinned("pinned", 0, 16));
    assertThat(scene.error("pinned")).isEqualTo(new NoEndpoints());
    assertThat(scene.partition.queue().deficit(0)).isEqualTo(1_000 - 224 - 256);
  }

  @Test
  @Tag("G21")
  void workersMayAppearLater() {
    Scene scene = Scene.open(busyAtOnce());
    scene.book("early", 2);
    scene.workers(1);
    scene.book("later", 2);

    assertThat(scene.error("early")).isEqualTo(new NoEndpoints());
    assertThat(scene.rankOf("later")).isEqualTo(rank(1));
  }

  @Test
  @Tag("G22")
  void theBacklogHeadGoesBeforeARequestWithAnAllowList() {
    Scene scene = Scene.open(busyAtOnce()).workers(1, 2);
    scene.submit(pinned("on 1", 1, 2));
    scene.submit(pinned("on 2", 2, 2));
    scene.book("head", 2);
    scene.submit(allowed("allowed", 2, 2));

    scene.release("on 2");
    assertThat(scene.rankOf("head")).isEqualTo(rank(2));
    assertThat(scene.isAnswered("allowed")).isFalse();
    scene.release("on 1");
    assertThat(scene.isAnswered("allowed")).as("worker 1 is not allowed").isFalse();
    scene.release("head");

    assertThat(scene.rankOf("allowed")).isEqualTo(rank(2));
  }

  @Test
  @Tag("G23")
  void aPinOutsideTheAllowListIsNotAllowed() {
    Scene scene = Scene.open(busyAtOnce()).workers(1, 2);
    RequestConstraints constraints =
        RequestConstraints.none().withPin(rank(1)).withAllowedWorkers(ids(2));

    scene.submit(request("a", Admission.BOOK, 2).with(constraints));
    scene.submit(request("b", Admission.ADVISORY, 2).with(constraints));

    assertThat(scene.error("a")).isEqualTo(new PinnedWorkerNotAllowed(1));
    assertThat(scene.error("b")).isEqualTo(new PinnedWorkerNotAllowed(1));
    assertThat(scene.counters("default").received()).isZero();
  }

  @Test
  @Tag("G24")
  void whoeverNobodyMayRunIsNotParked() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.book("active", 2);

    scene.submit(allowed("unknown worker", 2, 9));
    scene.submit(
        request("taint", Admission.BOOK, 2)
            .with(RequestConstraints.none().withRequiredTaints(new TreeSet<>(List.of("gpu")))));

    assertThat(scene.error("unknown worker")).isEqualTo(new NoEndpoints());
    assertThat(scene.error("taint")).isEqualTo(new NoEndpoints());
    assertThat(scene.counters("default").pendingRequests()).isZero();
  }

  @Test
  @Tag("G25")
  void aBusyPinnedLaneHoldsNobodyElseUp() {
    Scene scene = Scene.open(busyAtOnce()).workers(1, 2);
    scene.submit(pinned("active", 1, 2));

    scene.submit(pinned("first", 1, 2));
    scene.submit(pinned("other", 2, 2));

    assertThat(scene.isAnswered("first")).isFalse();
    assertThat(scene.rankOf("other")).isEqualTo(rank(2));
    scene.release("active");
    assertThat(scene.rankOf("first")).isEqualTo(rank(1));
  }

  @Test
  @Tag("G26")
  void aRequestThatTracksNoPrefillMakesNobodyBusy() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    RequestOverride untracked =
        new RequestOverride(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.of(false));

    scene.submit(request("untracked", Admission.BOOK, 4).with(untracked));
    scene.book("next", 2);

    assertThat(scene.load(1).activeRequests()).isEqualTo(2);
    assertThat(scene.isAnswered("next")).isTrue();
  }

  /** A class that a cancellation emptied keeps what it saved until a re-check looks at it. */
  @Test
  void aReCheckTakesFromAnEmptyClassWhatItSaved() {
    Scene scene = Scene.open(settings(profile(sharing("first"), sharing("second")))).workers(1);
    scene.submit(ofTokens("f", "first", 7));
    scene.submit(ofTokens("a1", "first", 7));
    scene.submit(ofTokens("a2", "first", 7));
    scene.partition.completePrefill("f");
    assertThat(scene.rankOf("a1")).isEqualTo(rank(1));
    assertThat(scene.partition.queue().deficit(0)).isEqualTo(3);

    scene.partition.cancel("a2");
    scene.advanceTo(60 * SECOND);
    scene.submit(ofTokens("a3", "first", 13));
    scene.submit(ofTokens("b3", "second", 13));
    scene.partition.completePrefill("a1");

    assertThat(scene.chosen("b3")).isPresent();
    assertThat(scene.chosen("a3")).isEmpty();
  }

  private static QueueClass sharing(String name) {
    return new QueueClass(
        name,
        Optional.empty(),
        QueueOrder.FCFS,
        10,
        OptionalLong.of(0),
        OptionalDouble.empty(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        OptionalLong.empty());
  }

  private static SelectionRequest ofTokens(String id, String className, int tokens) {
    return SelectionRequest.of(id, Admission.BOOK, BlockHashes.empty(), tokens)
        .with(new QueueWishes(className, 0, 0, OptionalLong.empty()));
  }

  @Test
  @Tag("B14")
  void rawReuseIsReportedOfWhatIsBooked() {
    Scene scene = Scene.open().workers(1, 2).device(1, 1, 4).device(2, 1, 1);
    RequestOverride untracked =
        new RequestOverride(
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            OptionalDouble.empty(),
            Optional.empty(),
            Optional.of(false));
    RequestConstraints onSecond = RequestConstraints.none().withPin(rank(2));

    scene.book("booked", 4);
    scene.submit(request("leased", Admission.LEASE, 4).with(onSecond));
    scene.submit(request("untracked", Admission.BOOK, 4).with(untracked));
    scene.query("query", 4);
    scene.submit(request("advisory", Admission.ADVISORY, 4));

    assertThat(scene.chosen("booked").orElseThrow().selectedRawCachedTokens()).hasValue(64);
    assertThat(scene.chosen("booked").orElseThrow().maxRawCachedTokens()).hasValue(64);
    assertThat(scene.chosen("leased").orElseThrow().selectedRawCachedTokens()).hasValue(16);
    assertThat(scene.chosen("untracked").orElseThrow().maxRawCachedTokens()).hasValue(64);
    for (String id : List.of("query", "advisory")) {
      assertThat(scene.chosen(id).orElseThrow().selectedRawCachedTokens()).isEmpty();
      assertThat(scene.chosen(id).orElseThrow().maxRawCachedTokens()).isEmpty();
    }
  }

  @Test
  void aClockThatGoesOnByCenturiesIsThereAtOnce() {
    Scene scene =
        Scene.open(
            settings(
                profile(queueClass("default", 0)), OptionalLong.empty(), OptionalLong.of(SECOND)));
    scene.workers(1).book("a", 2);
    scene.book("waits", 2);

    scene.advanceTo(9_223_372_036L * SECOND);

    assertThat(scene.isAnswered("waits")).isTrue();
    assertThat(scene.load(1).activeRequests()).isZero();
    assertThat(scene.claims.isLive("waits")).isFalse();
    assertThat(scene.advanceTo(Long.MAX_VALUE)).isEmpty();
    assertThat(scene.clock.nowNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 59, 60, 61, 3_600, 3_601})
  void sweepsComeEveryMinuteFromTheStartHoweverLongNothingWasBooked(long bookedAtSeconds) {
    Scene scene =
        Scene.open(
            settings(
                profile(queueClass("default", 0)), OptionalLong.empty(), OptionalLong.of(SECOND)));
    scene.workers(1).advanceTo(bookedAtSeconds * SECOND);
    scene.book("a", 2);
    long sweep = (bookedAtSeconds / 60 + 1) * 60 * SECOND;

    scene.advanceTo(sweep - 1);
    boolean isGoneBefore = !scene.claims.isLive("a");
    scene.advanceTo(sweep);

    assertThat(isGoneBefore).isFalse();
    // Booked a second before a sweep is not yet older than a second then.
    assertThat(scene.claims.isLive("a")).isEqualTo(bookedAtSeconds % 60 == 59);
  }
}
