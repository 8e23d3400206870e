package kvproof.router.selection;

import static kvproof.router.selection.Scene.SECOND;
import static kvproof.router.selection.Scene.hashes;
import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.refreshingAfter;
import static kvproof.router.selection.Scene.request;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import kvproof.model.Admission;
import kvproof.model.KvCacheEvent.Cleared;
import kvproof.model.QueueWishes;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulingDecision.Chosen;
import kvproof.model.SelectionError.DeadlineExceeded;
import kvproof.router.load.Booking;
import kvproof.router.load.UnknownRank;
import kvproof.router.queue.OverlapRefresher;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What may happen to a request that is looked up again when it leaves the queue. */
class RefreshScenariosTest {
  private static final long AFTER = 10 * SECOND;

  private static QueueWishes due(long deadlineNanos) {
    return new QueueWishes("", 0, 0, OptionalLong.of(deadlineNanos));
  }

  /** One busy worker, 1, that everybody waits for. */
  private static Scene scene(OverlapRefresher refresher) {
    Scene scene = new Scene();
    scene.refresher = Optional.of(refresher);
    scene.start(refreshingAfter(AFTER)).workers(1);
    scene.book("active", 2);
    return scene;
  }

  @Test
  @Tag("G27")
  void theRefreshedOverlapDecides() {
    Scene scene = Scene.open(refreshingAfter(AFTER));
    scene.published("decode", 0, 1, 5).workers(0, 1).device(0, 1, 8).device(1, 1, 2);
    scene.bookOn(0, "on 0", 10);
    scene.bookOn(1, "on 1", 10);
    scene.book("waits", 10);
    scene.advanceTo(11 * SECOND);
    scene.router.take(Cleared.of(rank(0)));
    scene.device(0, 1, 1).device(1, 3, 9).host(5, 1, 10);

    scene.sequences.completePrefill("on 1", scene.clock.nowNanos()); // nobody tells the queue
    scene.partition.completePrefill("on 0");

    Chosen choice = scene.chosen("waits").orElseThrow();
    assertThat(choice.rank()).isEqualTo(rank(1));
    assertThat(choice.effectiveOverlapBlocks()).isEqualTo(9);
    assertThat(choice.cachedTokens()).isEqualTo(144);
    assertThat(choice.source()).contains(rank(5));
    assertThat(scene.fetch("waits").blockHashes()).isEqualTo(hashes(1, 10));
  }

  @Test
  @Tag("G28")
  void withoutRetentionARefreshFindsNoCandidates() {
    Scene scene = Scene.open(refreshingAfter(AFTER));
    scene.published("", 0, 1, 5).workers(1).device(1, 1, 2);
    scene.bookOn(1, "active", 10);
    scene.book("waits", 10);
    scene.advanceTo(11 * SECOND);
    scene.published("decode", 0, 1, 5).device(1, 3, 5).host(5, 1, 10);

    scene.release("active");

    Chosen choice = scene.chosen("waits").orElseThrow();
    assertThat(choice.source()).isEmpty();
    assertThat(choice.creditedEnd()).isEqualTo(5);
    assertThat(choice.effectiveOverlapBlocks()).isEqualTo(5);
    assertThat(choice.cachedTokens()).isEqualTo(80);
    assertThat(scene.hint("waits")).isEmpty();
  }

  @Test
  void whoWaitedLessKeepsWhatWasFoundAtItsArrival() {
    Scene scene = Scene.open(refreshingAfter(AFTER));
    scene.workers(1).device(1, 1, 2);
    scene.bookOn(1, "active", 10);
    scene.book("waits", 10);
    scene.device(1, 3, 9);
    scene.advanceTo(AFTER - 1);

    scene.release("active");

    assertThat(scene.chosen("waits").orElseThrow().effectiveOverlapBlocks()).isEqualTo(2);
  }

  @Test
  @Tag("G03")
  void aDeadlineThatPassesDuringTheRefreshIsExceededOnce() {
    List<Scene> scenes = new ArrayList<>();
    Scene scene =
        scene(
            (found, candidates) -> {
              scenes.getFirst().clock.advanceTo(20 * SECOND);
              return Optional.empty();
            });
    scenes.add(scene);
    scene.submit(request("waits", Admission.BOOK, 2).with(due(15 * SECOND)));
    scene.advanceTo(11 * SECOND);

    scene.release("active");

    assertThat(scene.error("waits")).isEqualTo(new DeadlineExceeded());
    assertThat(scene.decisions).filteredOn(made -> made.requestId().equals("waits")).hasSize(1);
    assertThat(scene.counters("default").deadlineRejected()).isEqualTo(1);
    assertThat(scene.load(1).activeRequests()).isZero();
    scene.advanceTo(30 * SECOND);
    assertThat(scene.counters("default").deadlineRejected()).isEqualTo(1);
  }

  @Test
  @Tag("G04")
  void twoThatExpireDuringOneRefreshAreBothRefused() {
    List<Scene> scenes = new ArrayList<>();
    List<Long> calls = new ArrayList<>();
    Scene scene =
        scene(
            (found, candidates) -> {
              calls.add(scenes.getFirst().clock.nowNanos());
              scenes.getFirst().clock.advanceTo(20 * SECOND);
              return Optional.empty();
            });
    scenes.add(scene);
    scene.workers(1, 2);
    scene.bookOn(2, "active on 2", 2);
    scene.submit(request("first", Admission.BOOK, 2).with(due(15 * SECOND)));
    scene.submit(
        request("second", Admission.BOOK, 2)
            .with(RequestConstraints.none().withPin(rank(2))) // its worker stays busy
            .with(due(16 * SECOND)));
    scene.advanceTo(11 * SECOND);

    scene.release("active");

    assertThat(scene.error("first")).isEqualTo(new DeadlineExceeded());
    assertThat(scene.error("second")).isEqualTo(new DeadlineExceeded());
    assertThat(calls).hasSize(1);
    assertThat(scene.counters("default").deadlineRejected()).isEqualTo(2);
    assertThat(scene.counters("default").pendingRequests()).isZero();
  }

  @Test
  @Tag("G29")
  void aWorkerThatBecomesBusyDuringTheRefreshGetsTheRequestAllTheSame() {
    List<Scene> scenes = new ArrayList<>();
    List<Long> pending = new ArrayList<>();
    Scene scene =
        scene(
            (found, candidates) -> {
              Scene running = scenes.getFirst();
              pending.add(running.counters("default").pendingRequests());
              pending.add(running.counters("default").pendingTokens());
              running.sequences.add(
                  new Booking(
                      "elsewhere", 99, rank(1), hashes(1, 2), 32, OptionalLong.empty(), true),
                  UnknownRank.REFUSE,
                  running.clock.nowNanos());
              return Optional.empty();
            });
    scenes.add(scene);
    scene.book("waits", 2);
    scene.advanceTo(11 * SECOND);

    scene.release("active");

    assertThat(pending).containsExactly(0L, 0L);
    assertThat(scene.rankOf("waits")).isEqualTo(rank(1));
    assertThat(scene.load(1).activeRequests()).isEqualTo(2);
  }

  @Test
  @Tag("K2")
  void onlySourcesOfTheRefreshCanAppear() {
    Scene scene = Scene.open(refreshingAfter(AFTER));
    scene.published("decode", 1, 5, 6).workers(1).host(5, 1, 4);
    scene.bookOn(1, "active", 4);
    scene.book("waits", 4);
    scene.advanceTo(11 * SECOND);
    scene.router.take(Cleared.of(rank(5)));
    scene.host(6, 1, 3);

    scene.release("active");

    assertThat(scene.chosen("waits").orElseThrow().source()).contains(rank(6));
    assertThat(scene.fetch("waits").sourceControlEndpoint()).isEqualTo("tcp://w6:9000");
    assertThat(scene.fetch("waits").blockHashes()).isEqualTo(hashes(1, 3));
  }

  @Test
  @Tag("K3")
  void aRefreshWithoutCandidatesLeavesNone() {
    Scene scene = Scene.open(refreshingAfter(AFTER));
    scene.published("decode", 1, 5).workers(1).host(5, 1, 4);
    scene.bookOn(1, "active", 4);
    scene.book("waits", 4);
    scene.advanceTo(11 * SECOND);
    scene.router.take(Cleared.of(rank(5)));

    scene.release("active");

    Chosen choice = scene.chosen("waits").orElseThrow();
    assertThat(choice.source()).isEmpty();
    assertThat(choice.creditedEnd()).isZero();
    assertThat(choice.cost()).isEqualTo(4 + 4.0);
    assertThat(scene.hint("waits")).isEmpty();
  }

  @Test
  @Tag("K4")
  void aRefreshThatFailsKeepsOverlapAndSourceTogether() {
    Scene scene =
        scene(
            (found, candidates) -> {
              throw new IOException("the index does not answer");
            });
    scene.published("decode", 1, 5).device(1, 1, 2).host(5, 1, 4);
    scene.book("waits", 4);
    scene.advanceTo(11 * SECOND);
    scene.router.take(Cleared.of(rank(1)));
    scene.router.take(Cleared.of(rank(5)));

    scene.release("active");

    Chosen choice = scene.chosen("waits").orElseThrow();
    assertThat(choice.effectiveOverlapBlocks()).isEqualTo(2);
    assertThat(choice.source()).contains(rank(5));
    assertThat(choice.creditedEnd()).isEqualTo(4);
    assertThat(scene.fetch("waits").blockHashes()).isEqualTo(hashes(1, 4));
  }
}
