package kvproof.router.selection;

import static kvproof.model.StorageTier.HOST_PINNED;
import static kvproof.router.selection.Scene.SECOND;
import static kvproof.router.selection.Scene.hashes;
import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.record;
import static kvproof.router.selection.Scene.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.TreeSet;
import kvproof.model.Admission;
import kvproof.model.AffinityTarget;
import kvproof.model.CacheOwner;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.RequestConstraints;
import kvproof.model.ResidencySnapshot;
import kvproof.model.ResidencySnapshot.HintSource;
import kvproof.model.SchedulableWorker;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.StorageTier;
import kvproof.model.StreamState;
import kvproof.model.WorkerRecord;
import kvproof.model.WorkerSnapshot;
import kvproof.model.WorkerWithDpRank;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The hint that a booking gets, from the choice to the answer. */
class HintScenariosTest {
  private static final CacheOwner OWNER = new CacheOwner("00aa");

  private static WorkerRecord with(WorkerRecord base, String type, Optional<String> eventSource) {
    return new WorkerRecord(
        base.workerId(), base.ranks(), type, base.endpoints(), eventSource, Optional.empty());
  }

  private static WorkerRecord withEndpoint(long workerId, String endpoint) {
    return new WorkerRecord(
        workerId,
        new TreeSet<>(List.of(0)),
        "decode",
        new TreeMap<>(Map.of(0, endpoint)),
        Optional.empty(),
        Optional.empty());
  }

  private static ResidencySnapshot advertised(Optional<WorkerWithDpRank> attachedTo) {
    return ResidencySnapshot.builder()
        .advertise(OWNER, new HintSource("tcp://owner:1", "decode", attachedTo))
        .build();
  }

  @Test
  @Tag("E06")
  @Tag("K8")
  void aBookingPinnedToAColdRankIsTold() {
    Scene scene = Scene.open().published("decode", 1, 2).workers(1, 2).device(1, 1, 2);

    scene.bookOn(2, "selection-1", 2);

    assertThat(scene.rankOf("selection-1")).isEqualTo(rank(2));
    assertThat(scene.hint("selection-1").orElseThrow().messageId()).isEqualTo("selection-1");
    assertThat(scene.fetch("selection-1").blockHashes()).isEqualTo(hashes(1, 2));
    assertThat(scene.fetch("selection-1").sourceControlEndpoint()).isEqualTo("tcp://w1:9000");
  }

  @Test
  @Tag("E07")
  @Tag("R17")
  void theHolderItselfAndAQueryAreNotTold() {
    Scene scene = Scene.open().published("decode", 1, 2).workers(1, 2).device(1, 1, 2);

    scene.bookOn(1, "on the holder", 2);
    scene.query("query", 2, none -> none.withPin(rank(2)));

    assertThat(scene.hint("on the holder")).isEmpty();
    assertThat(scene.hint("query")).isEmpty();
    assertThat(scene.chosen("query").orElseThrow().source()).isEmpty();
    assertThat(scene.chosen("query").orElseThrow().creditedEnd()).isZero();
  }

  @Test
  void aLeaseIsToldAsABookingIs() {
    Scene scene = Scene.open().published("decode", 1, 2).workers(2).device(1, 1, 2);

    scene.submit(request("leased", Admission.LEASE, 2));

    assertThat(scene.fetch("leased").blockHashes()).isEqualTo(hashes(1, 2));
  }

  @Test
  @Tag("E08")
  void aWorkerWithAStateAgentIsNoSource() {
    Scene scene = Scene.open().workers(2).device(1, 1, 2);
    scene.router.replace(
        WorkerSnapshot.of(
            List.of(
                with(record(1, "decode"), "decode", Optional.of("state_agent_v2")),
                record(2, "decode"))));

    scene.book("a", 2);

    assertThat(scene.hint("a")).isEmpty();
  }

  @Test
  @Tag("E09")
  void withoutACapableWorkerThereIsNoHint() {
    Scene scene = Scene.open().published("", 1, 2).workers(2).device(1, 1, 2);
    scene.book("a", 2);
    scene.published("decode", 1, 2);
    scene.book("b", 2);

    assertThat(scene.hint("a")).isEmpty();
    assertThat(scene.hint("b")).isPresent();
  }

  @Test
  @Tag("E11")
  void anotherRankOfTheSameWorkerIsASource() {
    Scene scene = Scene.open();
    scene.router.replace(
        WorkerSnapshot.of(
            List.of(
                new WorkerRecord(
                    7,
                    new TreeSet<>(List.of(0, 1)),
                    "decode",
                    new TreeMap<>(Map.of(0, "tcp://w7:23280", 1, "tcp://w7:23281")),
                    Optional.empty(),
                    Optional.empty()))));
    scene.workers(List.of(SchedulableWorker.of(7, 0, 2)));
    scene.stored(new WorkerWithDpRank(7, 1), StorageTier.DEVICE, 1, 2);

    scene.bookOn(7, "a", 2);

    assertThat(scene.fetch("a").sourceControlEndpoint()).isEqualTo("tcp://w7:23281");
  }

  @Test
  @Tag("E12")
  void onlySourcesOfTheTargetsType() {
    Scene scene = Scene.open().workers(6, 10).device(8, 1, 2).device(9, 1, 3);
    scene.router.replace(
        WorkerSnapshot.of(
            List.of(
                record(6, "prefill"),
                record(8, "prefill"),
                record(9, "decode"),
                record(10, "decode"))));

    scene.bookOn(6, "prefill", 4);
    scene.bookOn(10, "decode", 4);

    assertThat(scene.fetch("prefill").blockHashes()).isEqualTo(hashes(1, 2));
    assertThat(scene.fetch("prefill").sourceControlEndpoint()).isEqualTo("tcp://w8:9000");
    assertThat(scene.fetch("decode").blockHashes()).isEqualTo(hashes(1, 3));
  }

  @Test
  @Tag("E13")
  void theOwnerSpeaksForAStateAgentWorker() {
    Scene scene = Scene.open().workers(2).device(8, 1, 2).stored(OWNER, HOST_PINNED, 1, 2);
    scene.router.replace(advertised(Optional.empty()));
    scene.router.replace(
        WorkerSnapshot.of(
            List.of(
                with(record(8, "decode"), "decode", Optional.of("state_agent_v2")),
                record(2, "decode"))));

    scene.book("a", 2);

    assertThat(scene.fetch("a").sourceControlEndpoint()).isEqualTo("tcp://owner:1");
  }

  @Test
  @Tag("E27")
  @Tag("S1")
  @Tag("S2")
  void fetchCreditLowersTheCostAndNotTheBooking() {
    Scene scene = Scene.open().published("decode", 1, 5).workers(1, 2);
    scene.device(1, 1, 10).device(2, 1, 12).host(5, 11, 15);
    scene.query("without credit", 20);
    scene.query("costs of 1", 20, none -> none.withPin(rank(1)));
    scene.query("costs of 2", 20, none -> none.withPin(rank(2)));

    scene.book("booked", 20);

    assertThat(scene.rankOf("without credit")).isEqualTo(rank(2));
    double decode = 20; // additional blocks, the same on both
    assertThat(scene.chosen("costs of 1").orElseThrow().cost()).isEqualTo(10 + decode);
    assertThat(scene.chosen("costs of 2").orElseThrow().cost()).isEqualTo(8 + decode);
    Chosen booked = scene.chosen("booked").orElseThrow();
    assertThat(booked.rank()).isEqualTo(rank(1));
    assertThat(booked.cost()).isEqualTo(6.25 + decode);
    assertThat(booked.creditedEnd()).isEqualTo(15);
    assertThat(booked.cachedTokens()).isEqualTo(160);
    assertThat(booked.effectivePrefillTokens()).isEqualTo(160);
    assertThat(scene.load(1).activePrefillTokens()).isEqualTo(160);
    assertThat(scene.fetch("booked").blockHashes()).isEqualTo(hashes(1, 15));
    assertThat(scene.fetch("booked").sourceControlEndpoint()).isEqualTo("tcp://w5:9000");
  }

  @Test
  @Tag("S2")
  void theOtherWorkerBooksItsOwnRest() {
    Scene scene = Scene.open().published("decode", 1, 5).workers(1, 2);
    scene.device(1, 1, 10).device(2, 1, 12).host(5, 11, 15);

    scene.bookOn(2, "booked", 20);

    assertThat(scene.chosen("booked").orElseThrow().cost()).isEqualTo(8 + 20.0);
    assertThat(scene.load(2).activePrefillTokens()).isEqualTo(128);
    assertThat(scene.hint("booked")).isEmpty();
  }

  @Test
  @Tag("E28")
  @Tag("K1")
  void aSourceThatLeftIsNotReplaced() {
    Scene scene = Scene.open().published("decode", 1, 2, 5, 6).workers(2);
    scene.host(5, 1, 4).host(6, 1, 3);
    scene.partition.holdAnswers(true);
    scene.book("a", 4);
    assertThat(scene.chosen("a").orElseThrow().source()).contains(rank(5));

    scene.published("decode", 1, 2, 6);
    scene.partition.holdAnswers(false);

    assertThat(scene.isAnswered("a")).isTrue();
    assertThat(scene.hint("a")).isEmpty();
    assertThat(scene.load(2).activeRequests()).isEqualTo(1);
    scene.book("b", 4);
    assertThat(scene.fetch("b").sourceControlEndpoint()).isEqualTo("tcp://w6:9000");
  }

  @Test
  @Tag("K5")
  void theSnapshotOfTheLookUpSaysWhoIsAttached() {
    Scene scene = Scene.open(Scene.busyAtOnce()).published("decode", 2).workers(2);
    scene.stored(OWNER, HOST_PINNED, 1, 4);
    scene.router.replace(advertised(Optional.empty()));
    scene.book("active", 2);
    scene.book("before", 4);

    scene.router.replace(advertised(Optional.of(rank(2))));
    scene.book("after", 4);
    scene.release("active");
    scene.release("before");

    assertThat(scene.fetch("before").sourceControlEndpoint()).isEqualTo("tcp://owner:1");
    assertThat(scene.chosen("after").orElseThrow().source()).isEmpty();
    assertThat(scene.hint("after")).isEmpty();
  }

  @Test
  @Tag("K5")
  void anOwnerThatWasAttachedAtTheLookUpStaysExcluded() {
    Scene scene = Scene.open(Scene.busyAtOnce()).published("decode", 2).workers(2);
    scene.stored(OWNER, HOST_PINNED, 1, 4);
    scene.router.replace(advertised(Optional.of(rank(2))));
    scene.book("active", 2);
    scene.book("before", 4);

    scene.router.replace(advertised(Optional.empty()));
    scene.release("active");

    assertThat(scene.chosen("before").orElseThrow().source()).isEmpty();
  }

  @Test
  @Tag("K6")
  void theEndpointIsThatOfTheAnswer() {
    Scene scene = Scene.open().published("decode", 2, 5).workers(2).host(5, 1, 4);
    scene.partition.holdAnswers(true);
    scene.book("a", 4);

    scene.router.replace(
        WorkerSnapshot.of(List.of(record(2, "decode"), withEndpoint(5, "tcp://moved:7"))));
    scene.partition.holdAnswers(false);

    assertThat(scene.fetch("a").sourceControlEndpoint()).isEqualTo("tcp://moved:7");
  }

  @Test
  @Tag("K7")
  void anAdvisoryKnowsNoFetchCredit() {
    Scene scene = Scene.open().published("decode", 1, 5).workers(1, 2);
    scene.device(1, 1, 10).device(2, 1, 12).host(5, 11, 15);

    scene.submit(request("advisory", Admission.ADVISORY, 20));
    scene.book("booked", 20);

    assertThat(scene.rankOf("advisory")).isEqualTo(rank(2));
    assertThat(scene.rankOf("booked")).isEqualTo(rank(1));
    assertThat(scene.hint("advisory")).isEmpty();
    assertThat(scene.counters("default").received()).isEqualTo(1);
  }

  @Test
  @Tag("K9")
  void aGapAfterTheChoiceCostsTheHintAlone() {
    Scene scene = Scene.open().published("decode", 2, 5).workers(2, 5).host(5, 1, 4);
    scene.partition.holdAnswers(true);
    scene.bookOn(2, "a", 4);

    scene.router.take(new StreamState(rank(5), true));
    scene.partition.holdAnswers(false);

    assertThat(scene.isAnswered("a")).isTrue();
    assertThat(scene.hint("a")).isEmpty();
    assertThat(scene.load(2).activeRequests()).isEqualTo(1);
    scene.query("later", 4, none -> none.withPin(rank(5)));
    assertThat(scene.chosen("later").orElseThrow().effectiveOverlapBlocks()).isEqualTo(3);
    scene.bookOn(2, "b", 4);
    assertThat(scene.chosen("b").orElseThrow().source()).isEmpty();
    scene.router.take(new StreamState(rank(5), false));
    scene.bookOn(2, "c", 4);
    assertThat(scene.hint("c")).isPresent();
  }

  @Test
  void aTargetThatChangedItsTypeGetsNoHint() {
    Scene scene = Scene.open().published("decode", 2, 5).workers(2).host(5, 1, 4);
    scene.partition.holdAnswers(true);
    scene.book("a", 4);

    scene.router.replace(WorkerSnapshot.of(List.of(record(2, "prefill"), record(5, "decode"))));
    scene.partition.holdAnswers(false);

    assertThat(scene.hint("a")).isEmpty();
  }

  @Test
  void blocksThatLeaveAfterTheLookUpStayInTheHint() {
    Scene scene = Scene.open(Scene.busyAtOnce()).published("decode", 2, 5).workers(2).host(5, 1, 4);
    scene.book("active", 2);
    scene.book("waits", 4);
    scene.router.take(Cleared.of(rank(5)));
    scene.advanceTo(SECOND);

    scene.release("active");

    assertThat(scene.fetch("waits").blockHashes()).isEqualTo(hashes(1, 4));
  }

  @Test
  void anAffinityNarrowedRequestHasItsSource() {
    Scene scene = Scene.open().published("decode", 1, 2, 5).workers(1, 2).host(5, 1, 4);

    scene.submit(
        request("a", Admission.BOOK, 4)
            .with(
                RequestConstraints.none()
                    .withAffinity(new AffinityTarget(2, OptionalInt.empty()))));

    assertThat(scene.rankOf("a")).isEqualTo(rank(2));
    assertThat(scene.hint("a")).isPresent();
  }
}
