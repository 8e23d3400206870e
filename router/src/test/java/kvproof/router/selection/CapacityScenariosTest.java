package kvproof.router.selection;

import static kvproof.router.selection.Scene.SECOND;
import static kvproof.router.selection.Scene.busyAtOnce;
import static kvproof.router.selection.Scene.rank;
import static kvproof.router.selection.Scene.request;
import static kvproof.router.selection.Scene.tainted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Consumer;
import kvproof.model.Admission;
import kvproof.model.RequestConstraints;
import kvproof.model.SchedulingDecision.Refused;
import kvproof.router.load.Fence;
import kvproof.router.queue.Bookings;
import kvproof.router.queue.SchedulingQueue;
import kvproof.router.queue.Submission;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CapacityScenariosTest {

  /** The release gives the only hint there is, and no command is left to say so. */
  @Test
  @Tag("G08")
  void aReleaseNeedsNoRoomAmongTheCommands() {
    Scene scene = releasingInARefresh(CapacityScenariosTest::fillCommands);

    assertThat(scene.rankOf("waits for 1")).isEqualTo(rank(1));
    assertThat(scene.rankOf("waits for 2")).isEqualTo(rank(2));
  }

  /** Of the hints for rank 1 alone, more than are kept apart: there is no room for one more. */
  @Test
  @Tag("G08")
  void aReleaseNeedsNoRoomAmongTheHints() {
    Scene scene =
        releasingInARefresh(
            busy -> {
              for (int i = 0; i < 300; i++) {
                busy.partition.queue().hints().offer(rank(1));
              }
            });

    assertThat(scene.rankOf("waits for 1")).isEqualTo(rank(1));
    assertThat(scene.rankOf("waits for 2")).isEqualTo(rank(2));
  }

  /**
   * One request waits for each of two ranks. Rank 1 becomes free, its request is looked up again,
   * and during that look-up rank 2 becomes free too, just after the crowd.
   */
  private static Scene releasingInARefresh(Consumer<Scene> crowd) {
    Scene scene = new Scene();
    List<Long> released = new ArrayList<>();
    scene.refresher =
        Optional.of(
            (hashes, candidates) -> {
              if (released.isEmpty()) {
                crowd.accept(scene);
                scene.partition.release("on 2");
                // What is thrown before this would be taken for a failed look-up.
                released.add(scene.clock.nowNanos());
              }
              return Optional.empty();
            });
    scene.start(Scene.refreshingAfter(10 * SECOND)).workers(1, 2);
    scene.bookOn(1, "on 1", 2);
    scene.bookOn(2, "on 2", 2);
    scene.advanceTo(5 * SECOND);
    scene.bookOn(1, "waits for 1", 2);
    scene.advanceTo(6 * SECOND);
    scene.bookOn(2, "waits for 2", 2);
    scene.advanceTo(17 * SECOND);

    scene.release("on 1");

    assertThat(released).containsExactly(17 * SECOND);
    return scene;
  }

  private static void fillCommands(Scene scene) {
    for (int i = 0; i < SchedulingQueue.MOST_COMMANDS; i++) {
      scene.partition.submit(Submission.of(request("q" + i, Admission.ADVISORY, 1)), scene);
    }
    assertThatThrownBy(() -> scene.query("one too many", 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("65536");
  }

  @Test
  @Tag("G08")
  void aReleaseFromACallbackIsSeenBeforeTheTurnEnds() {
    Scene scene =
        new Scene() {
          @Override
          public void refused(Refused refusal) {
            super.refused(refusal);
            partition.release("active");
          }
        };
    scene
        .start(
            Scene.settings(
                Scene.profile(Scene.withRequestLimit(Scene.queueClass("default", 0), 1))))
        .workers(1);
    scene.book("active", 2);
    scene.book("parked", 2);

    scene.book("refused", 2);

    assertThat(scene.rankOf("parked")).isEqualTo(rank(1));
  }

  @Test
  @Tag("G36")
  void marksAndFreesOfAnotherRouterAdmitWhoWaits() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    Bookings bookings = scene.partition.queue().bookings();
    scene.book("a", 2);
    scene.book("b", 2);
    scene.book("c", 2);

    assertThat(bookings.completePrefill("a", Fence.of(rank(7)))).isFalse();
    scene.partition.queue().wake();
    assertThat(scene.isAnswered("b")).isFalse();
    assertThat(bookings.completePrefill("a", Fence.of(rank(1)))).isTrue();
    scene.partition.queue().wake();
    assertThat(scene.isAnswered("b")).isTrue();
    assertThat(bookings.free("b", Fence.of(rank(7)))).isFalse();
    scene.partition.queue().wake();
    assertThat(scene.isAnswered("c")).isFalse();
    assertThat(bookings.free("b", Fence.of(rank(1)))).isTrue();
    scene.partition.queue().wake();

    assertThat(scene.isAnswered("c")).isTrue();
  }

  @Test
  @Tag("G37")
  void aTaintThatAWorkerGetsAdmitsWhoWaitsForIt() {
    Scene scene = Scene.open(busyAtOnce()).workers(List.of(tainted(1, "x"), tainted(2)));
    scene.bookOn(1, "active", 2);
    scene.submit(
        request("constrained", Admission.BOOK, 2)
            .with(RequestConstraints.none().withRequiredTaints(new TreeSet<>(List.of("x")))));
    assertThat(scene.isAnswered("constrained")).isFalse();

    scene.workers(List.of(tainted(1, "x"), tainted(2, "x")));

    assertThat(scene.rankOf("constrained")).isEqualTo(rank(2));
  }

  @Test
  @Tag("G38")
  void weightedCachedTokensAreTakenOffTheBookedPrefill() {
    Scene scene = Scene.open().workers(1).device(1, 1, 2).host(1, 3, 4);

    scene.book("a", 8);

    assertThat(scene.chosen("a").orElseThrow().cachedTokens()).isEqualTo(56);
    assertThat(scene.load(1).activePrefillTokens()).isEqualTo(128 - 56);
  }

  @Test
  void aLeaseThatIsClosedAdmitsWhoWaits() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.submit(request("leased", Admission.LEASE, 2));
    scene.book("waits", 2);

    scene.leases.getFirst().close();

    assertThat(scene.isAnswered("waits")).isTrue();
    assertThat(scene.load(1).activeRequests()).isEqualTo(1);
    assertThat(scene.leases.getFirst().release()).isFalse();
  }

  @Test
  void aLeaseThatWasHandedOverFreesNothing() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.submit(request("leased", Admission.LEASE, 2));

    scene.leases.getFirst().handOver();
    scene.leases.getFirst().close();

    assertThat(scene.load(1).activeRequests()).isEqualTo(1);
    scene.release("leased");
    assertThat(scene.load(1).activeRequests()).isZero();
  }

  @Test
  void anOldLeaseLeavesALaterBookingOfItsIdAlone() {
    Scene scene = Scene.open(busyAtOnce()).workers(1);
    scene.submit(request("again", Admission.LEASE, 2));
    scene.release("again");
    scene.submit(request("again", Admission.LEASE, 2));

    scene.leases.getFirst().close();

    assertThat(scene.load(1).activeRequests()).isEqualTo(1);
  }

  @Test
  void whatExpiresMakesRoomAtTheSweep() {
    Scene scene =
        Scene.open(
                Scene.settings(
                    Scene.profile(Scene.queueClass("default", 0)),
                    OptionalLong.empty(),
                    OptionalLong.of(30 * SECOND)))
            .workers(1);
    scene.book("old", 2);
    scene.book("waits", 2);

    assertThat(scene.advanceTo(60 * SECOND - 1)).isEmpty();
    scene.advanceTo(60 * SECOND);

    assertThat(scene.isAnswered("waits")).isTrue();
    assertThat(scene.claims.isLive("old")).isFalse();
    assertThat(scene.claims.isLive("waits")).isTrue();
  }
}
